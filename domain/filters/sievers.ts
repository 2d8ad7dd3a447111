/** The siever fields of the filter editor (S-1.3), with their codes on the wire. */
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
 * `text`: exact words; `number` and `day` know comparisons; `whitelist`: the editor takes only offered values (S-1.5). Of those of
 * Location the server knows none that it could compare with: what is offered is what the platform answers just then.
 */
export type SieverKind = "text" | "number" | "day" | "whitelist";

export type Siever = {
  code: SieverCode;
  group: SieverGroup;
  /** Words of S-1.3. */
  label: string;
  kind: SieverKind;
  /** Whether it keeps whole orders or single lines. */
  level: "order" | "line";
  /**
   * Its values may be somebody's: what customers type, what merchants write on an order or a customer, and names of places, which are
   * theirs to choose. Their texts are kept in the vault (ADR 21). Not what describes goods and channels of the shop, nor a country.
   */
  personal?: true;
};

/** All of them, in the order of the editor. */
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

/** Texts of several lines come from forms that customers fill in: notes and engravings. No other field has such values. */
export const takesLineBreaks = ({ code }: Siever): boolean =>
  code === SieverCode.NoteAttributes || code === SieverCode.Properties;

export const sieverByCode: ReadonlyMap<number, Siever> = new Map(sievers.map((siever) => [siever.code, siever]));

/** The words of the whitelist of siever 2000; `not eligible` is stored as `not_eligible`. */
export const lineFulfillmentWords = ["pending", "fulfilled", "partial", "not_eligible"] as const;

/** */
export const mostValues = 500;
export const longestValue = 255;

/** How messages and lists name a siever: `Tags (Order)`, as several groups have tags. */
export const sieverLabel = ({ label, group }: Siever): string => `${label} (${group})`;
