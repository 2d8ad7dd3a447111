import { Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { ColumnSettings, DesignContent, SortedBy } from "./design.ts";

export const starterKeys = [
  "Blank",
  "OrderLines",
  "OneRowPerOrder",
  "ProductsSold",
  "FulfillmentList",
  "Accounting",
  "PlatformExport",
] as const;
export type StarterKey = (typeof starterKeys)[number];

/** A design to start from, without slow columns. */
export type Starter = {
  key: StarterKey;
  title: string;
  /** Purpose in one sentence. */
  text: string;
  design: Omit<DesignContent, "title">;
};

type Column = string | ({ key: string } & ColumnSettings);

const currency = { format: { type: NumberFormatType.Currency } } as const;
/** `width`: units of 7 px, if the title needs more than the default. */
const named = (key: string, title: string, width?: number): { key: string } & ColumnSettings => ({
  key,
  title,
  ...(width === undefined ? {} : { width }),
});
const money = (key: string, title?: string, width?: number): Column => ({
  ...(title === undefined ? { key } : named(key, title, width)),
  ...currency,
});
const wide = (key: string, width = 30): Column => ({ key, width });
const percent = (key: string): Column => ({ key, format: { type: NumberFormatType.Custom, code: "0.00%" } });

const buildContent = (grouping: Grouping, columns: readonly Column[], sortedBy: SortedBy | null = null) => ({
  grouping,
  splitter: WorksheetSplitter.None,
  sortedBy,
  shown: columns.map((column) => (typeof column === "string" ? column : column.key)),
  settings: Object.fromEntries(
    columns.flatMap((column) => {
      if (typeof column === "string") return [];
      const { key, ...settings } = column;
      return [[key, settings]];
    }),
  ),
});

/** Address columns of the platform's order export. */
const addressOfExport = (kind: "Billing" | "Shipping"): Column[] => [
  named(`${kind}Name`, `${kind} Name`),
  named(`${kind}Address1`, `${kind} Address1`),
  named(`${kind}Address2`, `${kind} Address2`),
  named(`${kind}Company`, `${kind} Company`),
  named(`${kind}City`, `${kind} City`),
  named(`${kind}Zip`, `${kind} Zip`),
  named(`${kind}ProvinceCode`, `${kind} Province`),
  named(`${kind}CountryCode`, `${kind} Country`),
  named(`${kind}Phone`, `${kind} Phone`),
];

/** Tax columns of the platform's order export. */
const taxOfExport = (place: 1 | 2 | 3): Column[] => [
  named(`OrderTax${place}Title`, `Tax ${place} Name`),
  money(`OrderTax${place}Amount`, `Tax ${place} Value`),
];

/** Offered in this order for a new design. */
export const starters: readonly Starter[] = [
  {
    key: "Blank",
    title: "Blank",
    text: "Starts without columns, for a report you put together yourself.",
    design: buildContent(Grouping.Orders, []),
  },
  {
    key: "OrderLines",
    title: "Order lines",
    text: "Lists everything that was ordered, one row for each product of an order.",
    design: buildContent(Grouping.Orders, [
      "OrderNum",
      "OrderDate",
      "CustomerName",
      "Image",
      wide("ProductTitle"),
      "VariantTitle",
      "SKU",
      "Quantity",
      money("Price"),
      money("TotalPrice"),
      "FinancialStatus",
      "FulfillmentStatus",
    ]),
  },
  {
    key: "OneRowPerOrder",
    title: "One row per order",
    text: "Sums up each order in one row: who ordered, what it came to and where it stands.",
    design: buildContent(Grouping.OnePerOrder, [
      "OrderNum",
      "OrderDate",
      "CustomerName",
      wide("Email", 26),
      "ShippingCountry",
      named("Quantity", "Items"),
      money("OrderDiscounts"),
      money("ShippingPrice"),
      money("OrderTax"),
      money("OrderTotal"),
      "FinancialStatus",
      "FulfillmentStatus",
      "SalesChannel",
      "Tags",
    ]),
  },
  {
    key: "ProductsSold",
    title: "Products sold",
    text: "Adds up what each product variant sold after returns, without tax and shipping, best sellers first.",
    design: buildContent(
      Grouping.ProductVariants,
      [
        "Image",
        wide("ProductTitle"),
        "VariantTitle",
        "SKU",
        "Vendor",
        named("Quantity", "Units ordered"),
        named("RefundedQuantity", "Units refunded", 18),
        named("RemovedQuantity", "Units removed", 18),
        named("CurrentQuantity", "Units sold", 18),
        money("RefundedAmount", "Refunds without tax", 22),
        money("NetSales", "Net sales without tax", 24),
      ],
      { column: "CurrentQuantity", sorting: Sorting.Descending },
    ),
  },
  {
    key: "FulfillmentList",
    title: "Fulfillment list",
    text: "Shows what was sent, where to and by whom, one row for each product in a fulfillment.",
    design: buildContent(
      Grouping.Fulfillments,
      [
        "FulfillmentDate",
        "OrderNum",
        "ShippingName",
        wide("ShippingFullAddress", 40),
        "ShippingPhone",
        wide("ProductTitle"),
        "VariantTitle",
        "SKU",
        "Quantity",
        "FulfillmentLocation",
        "TrackingCompany",
        "TrackingNumber",
        "ShipmentStatus",
      ],
      { column: "FulfillmentDate", sorting: Sorting.Descending },
    ),
  },
  {
    key: "Accounting",
    title: "Accounting (tax and refunds)",
    // All amounts cover whole orders, so a filter on lines keeps the sums right.
    text: "Order total = products + shipping + tax (unless included) + duties + fees + tip. Net payment = received less refunds.",
    design: buildContent(Grouping.OnePerOrder, [
      "OrderDate",
      "OrderNum",
      "FinancialStatus",
      "BillingName",
      "BillingCountry",
      money("OrderDiscounts", "Discounts taken off", 22),
      money("OrderSubtotal", "Products after discounts", 26),
      money("ShippingPrice", "Shipping after discounts", 26),
      "OrderTax1Title",
      percent("OrderTax1Rate"),
      "TaxesIncluded",
      money("OrderTax"),
      money("Duties"),
      money("AdditionalFees"),
      money("TipAmount"),
      money("OrderTotal"),
      money("TotalReceived"),
      money("RefundTotal"),
      money("NetPayment"),
      money("RefundedOrderTax", "Tax in refunds"),
      money("RefundShipping", "Shipping in refunds", 22),
      "LastRefundDate",
      money("CurrentOrderTax"),
      "Currency",
    ]),
  },
  {
    key: "PlatformExport",
    title: "Like the platform's own order export",
    text: "Has the columns and titles of the orders file that the store platform exports.",
    design: buildContent(Grouping.Orders, [
      named("OrderNum", "Name"),
      "Email",
      named("FinancialStatus", "Financial Status"),
      named("FulfillmentDate", "Fulfilled at"),
      "Currency",
      money("ShippingPrice", "Shipping"),
      money("OrderTax", "Taxes"),
      money("OrderTotal", "Total"),
      money("OrderDiscounts", "Discount Amount"),
      named("OrderDate", "Created at"),
      named("Quantity", "Lineitem quantity"),
      named("ProductTitle", "Lineitem name"),
      named("VariantTitle", "Lineitem variant"),
      money("Price", "Lineitem price"),
      named("SKU", "Lineitem sku"),
      named("FulfillmentStatus", "Lineitem fulfillment status"),
      ...addressOfExport("Billing"),
      ...addressOfExport("Shipping"),
      named("Note", "Notes"),
      named("OrderProperties", "Note Attributes"),
      named("CancelledDate", "Cancelled at"),
      money("RefundTotal", "Refunded Amount"),
      "Vendor",
      "Tags",
      named("SalesChannel", "Source"),
      ...([1, 2, 3] as const).flatMap(taxOfExport),
    ]),
  },
];

export const starterOf = (key: StarterKey): Starter => {
  const found = starters.find((starter) => starter.key === key);
  if (found === undefined) throw new Error(`There is no starter ${key}.`);
  return found;
};
