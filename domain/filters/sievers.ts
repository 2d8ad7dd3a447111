/**
 * Siever fields of the filter editor (S-1.3), with their wire codes. The specification has those up to 1004, 2005,
 * 3004, 4000 and 5003; the others are our own. 1012, 1014, 1018, 1019 are reserved.
 */
export const SieverCode = {
  SalesChannel: 1000,
  OrderTags: 1001,
  Location: 1002,
  NoteAttributes: 1003,
  TotalWeight: 1004,
  OrderNumber: 1005,
  OrderTotal: 1006,
  Subtotal: 1007,
  DiscountAmount: 1008,
  ShippingCharged: 1009,
  Currency: 1010,
  PaymentGateway: 1011,
  ShippingMethod: 1013,
  Source: 1015,
  Note: 1016,
  TestOrder: 1017,
  CancelReason: 1020,
  FulfillmentDate: 1021,
  TrackingNumber: 1022,
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
  CustomerOrders: 5004,
  CustomerTotalSpent: 5005,
  Province: 5006,
  ZipCode: 5007,
  AcceptsMarketing: 5008,
  Company: 5009,
  BillingCountry: 5010,
} as const;
export type SieverCode = (typeof SieverCode)[keyof typeof SieverCode];

export type SieverGroup = "Order" | "Order line" | "Product" | "Variant" | "Customer";

/**
 * `text`: exact words. `number`, `day`: support comparisons. `whitelist`: the editor accepts only offered values
 * (S-1.5); the server has no list of Location values.
 */
export type SieverKind = "text" | "number" | "day" | "whitelist";

export type Siever = {
  code: SieverCode;
  group: SieverGroup;
  /** Label in the editor (S-1.3). */
  label: string;
  kind: SieverKind;
  /** Selects whole orders or single lines. */
  level: "order" | "line";
  /**
   * Values may be personal, so the vault keeps them (ADR 21): text from customers, merchants' notes, freely chosen
   * location names. Not set for goods, channels or countries.
   */
  personal?: true;
  /** A whitelist, as stored. Absent for locations, which are the shop's own. */
  allowedValues?: readonly string[];
  /** Not in the specification. The editor shows it after the others of its group. */
  additional?: true;
};

/** Siever 2000; `not eligible` is stored as `not_eligible`. */
const lineFulfillmentValues = ["pending", "fulfilled", "partial", "not_eligible"] as const;
const yesNo = ["yes", "no"] as const;
const cancelReasons = ["customer", "fraud", "inventory", "declined", "staff", "other"] as const;

const additional = (
  group: SieverGroup,
  code: SieverCode,
  label: string,
  rest: Pick<Siever, "kind" | "personal" | "allowedValues">,
): Siever => ({ code, group, label, level: "order", additional: true, ...rest });

const orderField = (code: SieverCode, label: string, kind: SieverKind) => additional("Order", code, label, { kind });
const customerField = (code: SieverCode, label: string, kind: SieverKind) =>
  additional("Customer", code, label, { kind });

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
  orderField(SieverCode.OrderTotal, "Order Total", "number"),
  orderField(SieverCode.Subtotal, "Subtotal", "number"),
  orderField(SieverCode.DiscountAmount, "Discount Amount", "number"),
  orderField(SieverCode.ShippingCharged, "Shipping Charged", "number"),
  orderField(SieverCode.Currency, "Currency", "text"),
  orderField(SieverCode.PaymentGateway, "Payment Gateway", "text"),
  orderField(SieverCode.ShippingMethod, "Shipping Method", "text"),
  orderField(SieverCode.FulfillmentDate, "Fulfillment Date", "day"),
  additional("Order", SieverCode.TrackingNumber, "Tracking Number", { kind: "text", personal: true }),
  orderField(SieverCode.OrderNumber, "Order Number", "number"),
  orderField(SieverCode.Source, "Source", "text"),
  additional("Order", SieverCode.Note, "Note", { kind: "text", personal: true }),
  additional("Order", SieverCode.CancelReason, "Cancel Reason", { kind: "whitelist", allowedValues: cancelReasons }),
  additional("Order", SieverCode.TestOrder, "Test Order", { kind: "whitelist", allowedValues: yesNo }),
  {
    code: SieverCode.LineFulfillmentStatus,
    group: "Order line",
    label: "Fulfillment Status",
    kind: "whitelist",
    allowedValues: lineFulfillmentValues,
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
  customerField(SieverCode.CustomerOrders, "Number of Orders", "number"),
  customerField(SieverCode.CustomerTotalSpent, "Total Spent", "number"),
  customerField(SieverCode.Province, "Province", "text"),
  additional("Customer", SieverCode.ZipCode, "ZIP Code", { kind: "text", personal: true }),
  customerField(SieverCode.BillingCountry, "Billing Country", "text"),
  additional("Customer", SieverCode.Company, "Company", { kind: "text", personal: true }),
  additional("Customer", SieverCode.AcceptsMarketing, "Accepts Marketing", { kind: "whitelist", allowedValues: yesNo }),
];

/** True if a siever's values may have several lines: notes and engravings, which customers fill in. */
export const allowsLineBreaks = ({ code }: Siever): boolean =>
  code === SieverCode.NoteAttributes || code === SieverCode.Properties || code === SieverCode.Note;

export const sieverByCode: ReadonlyMap<number, Siever> = new Map(sievers.map((siever) => [siever.code, siever]));

/** Limits of R-26. The length is in characters. */
export const maxValues = 500;
export const maxValueLength = 255;

/** `Tags (Order)`, because several groups have tags. */
export const formatSieverLabel = ({ label, group }: Siever): string => `${label} (${group})`;
