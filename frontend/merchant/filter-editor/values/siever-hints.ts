import { SieverCode } from "#domain/filters/sievers.ts";

/** A note on what a field reads, if its name doesn't say it, and the placeholder of the empty field. */
export const sieverHints: Readonly<Record<SieverCode, { note?: string; placeholder: string }>> = {
  [SieverCode.SalesChannel]: { placeholder: "e.g. Online Store" },
  [SieverCode.OrderTags]: { placeholder: "e.g. vip, wholesale" },
  [SieverCode.Location]: { note: "Where it was sold or is shipped from", placeholder: "Choose a location" },
  [SieverCode.NoteAttributes]: {
    note: "name:value, or a value alone; Shift+Enter for a line break",
    placeholder: "e.g. gift:yes",
  },
  [SieverCode.TotalWeight]: { note: "Of all products of the order", placeholder: "e.g. 500" },
  [SieverCode.LineFulfillmentStatus]: { note: "Of the line, not of the order", placeholder: "Choose a status" },
  [SieverCode.DiscountCodes]: { note: "Codes used in the order", placeholder: "e.g. WELCOME10" },
  [SieverCode.Properties]: {
    note: "name:value, or a value alone; Shift+Enter for a line break",
    placeholder: "e.g. engraving:Anna",
  },
  [SieverCode.Quantity]: { note: "As ordered, before refunds and edits", placeholder: "e.g. 2" },
  [SieverCode.RefundDate]: { note: "Day of any refund of the line", placeholder: "e.g. 2026-11-30" },
  [SieverCode.Price]: {
    note: "Of one piece, before discounts, in your store's currency. With tax where your prices include it",
    placeholder: "e.g. 19.90",
  },
  [SieverCode.Vendor]: { placeholder: "e.g. Acme" },
  [SieverCode.ProductTags]: { placeholder: "e.g. summer" },
  [SieverCode.ProductTypes]: { placeholder: "e.g. Shirts" },
  [SieverCode.ProductTitle]: { placeholder: "e.g. Linen shirt" },
  [SieverCode.UniqueId]: { note: "The product's number in your store", placeholder: "e.g. 8123456789012" },
  [SieverCode.Sku]: { placeholder: "e.g. SHIRT-BLUE-M" },
  [SieverCode.CustomerTags]: { placeholder: "e.g. vip" },
  [SieverCode.Country]: { note: "Name or code, of the shipping address", placeholder: "e.g. Greece" },
  [SieverCode.City]: { note: "Of the shipping address", placeholder: "e.g. Athens" },
  [SieverCode.Email]: { placeholder: "e.g. anna@placeholder.com" },
};
