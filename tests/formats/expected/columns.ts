import type { DemoFulfillment } from "#demo-store/generate/delivery-types.ts";
import type { DemoLineItem, DemoOrder, MoneyBag } from "#demo-store/generate/types.ts";
import { readColumns } from "#tests/columns/read-tables.ts";

/** The cells of a column, computed a second time from the demo orders (P-4 to P-6). */

type Value = string | null | undefined;
export type Line = { order: DemoOrder; line: DemoLineItem };

type Reading =
  | { of: "line"; read(line: Line): Value }
  | { of: "order"; read(order: DemoOrder): Value }
  | { of: "fulfillment"; read(fulfillment: DemoFulfillment): readonly Value[] }
  | { of: "nothing" };

const line = (read: (line: Line) => Value): Reading => ({ of: "line", read });
const order = (read: (order: DemoOrder) => Value): Reading => ({ of: "order", read });
const numeric = (gid: string): string => gid.replace(/^.*\//, "");
const amount = ({ shopMoney }: MoneyBag): string => shopMoney.amount;

/** Exact sum of decimals with at most 8 places, as a decimal. */
const added = (amounts: readonly string[]): string => {
  const total = amounts.reduce((sum, text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return sum + BigInt(whole + fraction.padEnd(8, "0"));
  }, 0n);
  const digits = total.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
};

const whenWanted = /^(?:(?:delivery|shipping|ship|pickup)(?:date)|deliveryday|dateofdelivery)$/;
/** The day that a line was ordered for, as the demo orders write it: year first. */
export const dayOf = ({ line, order }: Line): string | null =>
  [...line.customAttributes, ...order.customAttributes]
    .find(({ key, value }) => value && whenWanted.test(key.toLowerCase().replaceAll(/[\s_:-]/g, "")))
    ?.value?.trim() ?? null;

const adminUrl = "https://aurora-demo.example/admin";

const readings: Readonly<Record<string, Reading>> = {
  Image: line(({ line }) => line.image?.url ?? line.product?.featuredMedia?.preview.image.url),
  ProductTitle: line(({ line }) => line.title),
  SKU: line(({ line }) => line.sku),
  Barcode: line(({ line }) => line.variant?.barcode),
  Vendor: line(({ line }) => line.vendor),
  ProductType: line(({ line }) => line.product?.productType),
  LineItemId: line(({ line }) => numeric(line.id)),
  DeliveryDate: line(dayOf),
  Quantity: line(({ line }) => `${line.quantity}`),
  Price: line(({ line }) => amount(line.originalUnitPriceSet)),
  TotalPrice: line(({ line }) => amount(line.originalTotalSet)),
  LineTax: line(({ line }) => added(line.taxLines.map(({ priceSet }) => amount(priceSet)))),

  OrderNum: order(({ name }) => name),
  OrderId: order(({ legacyResourceId }) => legacyResourceId),
  OrderUrl: order(({ legacyResourceId }) => `${adminUrl}/orders/${legacyResourceId}`),
  OrderDate: order(({ createdAt }) => createdAt),
  ClosedDate: order(({ closedAt }) => closedAt),
  FinancialStatus: order(({ displayFinancialStatus }) => displayFinancialStatus.toLowerCase()),
  Currency: order(({ currencyCode }) => currencyCode),
  Note: order(({ note }) => note),
  Tags: order(({ tags }) => tags.join(", ")),
  Email: order(({ email }) => email),
  Phone: order(({ phone }) => phone),
  CustomerName: order(({ customer }) => customer?.displayName),
  CustomerTags: order(({ customer }) => customer?.tags.join(", ")),
  ShippingCity: order(({ shippingAddress }) => shippingAddress?.city),
  ShippingZip: order(({ shippingAddress }) => shippingAddress?.zip),
  ShippingProvince: order(({ shippingAddress }) => shippingAddress?.province),
  ShippingCountry: order(({ shippingAddress }) => shippingAddress?.country),
  BillingCity: order(({ billingAddress }) => billingAddress?.city),
  OrderTotal: order(({ totalPriceSet }) => amount(totalPriceSet)),
  OrderTax: order(({ totalTaxSet }) => amount(totalTaxSet)),
  RefundTotal: order(({ totalRefundedSet }) => amount(totalRefundedSet)),
  RefundsCount: order(({ refunds }) => `${refunds.length}`),
  ItemsCount: order(({ subtotalLineItemsQuantity }) => `${subtotalLineItemsQuantity}`),

  TrackingNumber: { of: "fulfillment", read: ({ trackingInfo }) => trackingInfo.map(({ number }) => number) },
  TrackingUrl: { of: "fulfillment", read: ({ trackingInfo }) => trackingInfo.map(({ url }) => url) },
};

/** Ids, SKUs, bar codes and what else must stay as it is for machines: letter options leave these alone. */
const asTheyAre: ReadonlySet<string> = new Set([
  ...["SKU", "Barcode", "LineItemId", "OrderId", "OrderNum", "Email", "Phone", "ShippingZip", "TrackingNumber"],
]);

/** Money of the shop: shown with the decimals of its currency where no format is set. */
const money: ReadonlySet<string> = new Set(["Price", "TotalPrice", "LineTax", "OrderTotal", "OrderTax", "RefundTotal"]);
/** Figures that no sum is of. */
const untotalled: ReadonlySet<string> = new Set(["Price"]);

const listed = new Map(readColumns().map((column) => [column.key, column]));
const blanks = /^Custom\d+$/;

export type ColumnFacts = {
  key: string;
  reading: Reading;
  kind: "text" | "number" | "instant" | "addresses";
  /** How it comes together in a grouping (P-6), by the grouping's name; null means not valid there. */
  wordIn(grouping: string): string | null;
  /** Letter options change it. */
  prose: boolean;
  money: boolean;
  totalled: boolean;
};

/** Properties of a column, by the specification's table and the computations above. */
export const factsOf = (key: string): ColumnFacts => {
  const known = listed.get(key);
  if (blanks.test(key))
    return {
      key,
      reading: { of: "nothing" },
      kind: "text",
      wordIn: () => "blank",
      prose: false,
      money: false,
      totalled: false,
    };
  const reading = readings[key];
  if (known === undefined || reading === undefined) throw new Error(`The expectation knows no column ${key}.`);
  const isAddress = known.type === "Link" || known.type === "Image";
  const kind = isAddress ? "addresses" : known.value === "datetime" ? "instant" : known.value;
  return {
    key,
    reading,
    kind,
    wordIn: (grouping) => {
      const word = known.words[grouping as keyof typeof known.words];
      return word === "-" ? null : word;
    },
    prose: kind === "text" && !asTheyAre.has(key),
    money: money.has(key),
    totalled: kind === "number" && !untotalled.has(key),
  };
};
