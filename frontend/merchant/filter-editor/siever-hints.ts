import { SieverCode } from "#domain/filters/sievers.ts";

/** What a field reads, where its name alone does not say it, and an example of a value. */
export const sieverHints: Readonly<Record<SieverCode, { note?: string; example: string }>> = {
  [SieverCode.SalesChannel]: { example: "Online Store" },
  [SieverCode.OrderTags]: { example: "wholesale" },
  [SieverCode.Location]: { note: "Where it was sold or is shipped from", example: "Choose a location" },
  [SieverCode.NoteAttributes]: {
    note: "name:value, or a value alone; Shift+Enter for a line break",
    example: "gift:yes",
  },
  [SieverCode.TotalWeight]: { example: "500" },
  [SieverCode.LineFulfillmentStatus]: { note: "Of the line, not of the order", example: "Choose a status" },
  [SieverCode.DiscountCodes]: { note: "Codes used in the order", example: "WELCOME10" },
  [SieverCode.Properties]: {
    note: "name:value, or a value alone; Shift+Enter for a line break",
    example: "engraving:Anna",
  },
  [SieverCode.Quantity]: { example: "2" },
  [SieverCode.RefundDate]: { note: "Day of any refund of the line", example: "2026-11-30" },
  [SieverCode.Price]: { note: "Of one piece", example: "19.90" },
  [SieverCode.Vendor]: { example: "Acme" },
  [SieverCode.ProductTags]: { example: "summer" },
  [SieverCode.ProductTypes]: { example: "Shirts" },
  [SieverCode.ProductTitle]: { example: "Linen shirt" },
  [SieverCode.UniqueId]: { note: "The product's number in your store", example: "8123456789012" },
  [SieverCode.Sku]: { example: "SHIRT-BLUE-M" },
  [SieverCode.CustomerTags]: { example: "vip" },
  [SieverCode.Country]: { note: "Name or code, of the shipping address", example: "Greece" },
  [SieverCode.City]: { note: "Of the shipping address", example: "Athens" },
  [SieverCode.Email]: { example: "anna@example.com" },
};
