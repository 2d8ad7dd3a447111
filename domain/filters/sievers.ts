/** Siever fields of the filter editor (S-1.3), with their wire codes. */
export const SieverCode = {
  SalesChannel: 1000,
  OrderTags: 1001,
  Location: 1002,
  NoteAttributes: 1003,
  TotalWeight: 1004,
  LineFulfillmentStatus: 2000,
  DiscountCodes: 2001,
  Properties: 2002,
  Quantity: 2003,
  RefundDate: 2004,
  Price: 2005,
  Vendor: 3000,
  ProductTags: 3001,
  ProductTypes: 3002,
  ProductTitle: 3003,
  UniqueId: 3004,
  Sku: 4000,
  CustomerTags: 5000,
  Country: 5001,
  City: 5002,
  Email: 5003,
} as const;
export type SieverCode = (typeof SieverCode)[keyof typeof SieverCode];

export type SieverGroup = "Order" | "Order line" | "Product" | "Variant" | "Customer";

/**
 * `text`: exact words. `number`, `day`: support comparisons. `whitelist`: the editor accepts only offered values
 * (S-1.5). The server has no list of Location values to compare with.
 */
export type SieverKind = "text" | "number" | "day" | "whitelist";

export type Siever = {
  code: SieverCode;
  group: SieverGroup;
  /** Label of S-1.3. */
  label: string;
  kind: SieverKind;
  /** Selects whole orders or single lines. */
  level: "order" | "line";
  /**
   * Values may be personal, so their texts are kept in the vault (ADR 21): text from customers, merchants' notes,
   * freely chosen location names. Not set for goods, channels or countries.
   */
  personal?: true;
};

/** All sievers, in editor order. */
export const sievers: readonly Siever[] = [
  { code: SieverCode.SalesChannel, group: "Order", label: "Sales Channel", kind: "text", level: "order" },
  { code: SieverCode.OrderTags, group: "Order", label: "Tags", kind: "text", level: "order", personal: true },
  {
    code: SieverCode.Location,
    group: "Order",
    label: "Location",
    kind: "whitelist",
    level: "order",
    personal: true,
  },
  {
    code: SieverCode.NoteAttributes,
    group: "Order",
    label: "Note Attributes",
    kind: "text",
    level: "order",
    personal: true,
  },
  { code: SieverCode.TotalWeight, group: "Order", label: "Total Weight grams", kind: "number", level: "order" },
  {
    code: SieverCode.LineFulfillmentStatus,
    group: "Order line",
    label: "Fulfillment Status",
    kind: "whitelist",
    level: "line",
  },
  {
    code: SieverCode.DiscountCodes,
    group: "Order line",
    label: "Discount Codes",
    kind: "text",
    level: "line",
    personal: true,
  },
  {
    code: SieverCode.Properties,
    group: "Order line",
    label: "Properties",
    kind: "text",
    level: "line",
    personal: true,
  },
  { code: SieverCode.Quantity, group: "Order line", label: "Quantity", kind: "number", level: "line" },
  { code: SieverCode.RefundDate, group: "Order line", label: "Refund Date", kind: "day", level: "line" },
  { code: SieverCode.Price, group: "Order line", label: "Price", kind: "number", level: "line" },
  { code: SieverCode.Vendor, group: "Product", label: "Vendor", kind: "text", level: "line" },
  { code: SieverCode.ProductTags, group: "Product", label: "Tags", kind: "text", level: "line" },
  { code: SieverCode.ProductTypes, group: "Product", label: "Types", kind: "text", level: "line" },
  { code: SieverCode.ProductTitle, group: "Product", label: "Title", kind: "text", level: "line" },
  { code: SieverCode.UniqueId, group: "Product", label: "Unique Id", kind: "text", level: "line" },
  { code: SieverCode.Sku, group: "Variant", label: "SKU", kind: "text", level: "line" },
  { code: SieverCode.CustomerTags, group: "Customer", label: "Tags", kind: "text", level: "order", personal: true },
  { code: SieverCode.Country, group: "Customer", label: "Country", kind: "text", level: "order" },
  { code: SieverCode.City, group: "Customer", label: "City", kind: "text", level: "order", personal: true },
  { code: SieverCode.Email, group: "Customer", label: "Email", kind: "text", level: "order", personal: true },
];

/** Multi-line texts come only from forms that customers fill in: notes and engravings. */
export const allowsLineBreaks = ({ code }: Siever): boolean =>
  code === SieverCode.NoteAttributes || code === SieverCode.Properties;

export const sieverByCode: ReadonlyMap<number, Siever> = new Map(sievers.map((siever) => [siever.code, siever]));

/** Whitelist of siever 2000; `not eligible` is stored as `not_eligible`. */
export const lineFulfillmentValues = ["pending", "fulfilled", "partial", "not_eligible"] as const;

/** Length in characters. */
export const maxValues = 500;
export const maxValueLength = 255;

/** Returns the name of a siever in messages and lists: `Tags (Order)`, because several groups have tags. */
export const formatSieverLabel = ({ label, group }: Siever): string => `${label} (${group})`;
