import { WorksheetSplitter } from "../enumerations.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { distinctTexts } from "../text/distinct-texts.ts";

/** Name for rows without a value. A value with this name shares it. */
const otherSheetName = "Other";

type Texts = readonly (string | null | undefined)[];

/** `fields`: paths below Order. */
type SplitReader = { fields: readonly string[] } & (
  | { level: "order"; read(order: Order): Texts }
  | { level: "line"; read(line: LineItem): Texts }
);

const none: Texts = [];
const splitByOrder = (field: string, read: (order: Order) => Texts): SplitReader => ({
  level: "order",
  fields: [field],
  read,
});
const splitByLine = (field: string, read: (line: LineItem) => Texts): SplitReader => ({
  level: "line",
  fields: ["lineItems.nodes.id", `lineItems.nodes.${field}`],
  read,
});

const splitReaders: Readonly<Record<Exclude<WorksheetSplitter, typeof WorksheetSplitter.None>, SplitReader>> = {
  [WorksheetSplitter.OrderTags]: splitByOrder("tags", ({ tags }) => tags ?? none),
  [WorksheetSplitter.CustomerTags]: splitByOrder("customer.tags", ({ customer }) => customer?.tags ?? none),
  [WorksheetSplitter.BillingCountry]: splitByOrder("billingAddress.country", ({ billingAddress }) => [
    billingAddress?.country,
  ]),
  [WorksheetSplitter.Province]: splitByOrder("shippingAddress.province", ({ shippingAddress }) => [
    shippingAddress?.province,
  ]),
  [WorksheetSplitter.BillingProvince]: splitByOrder("billingAddress.province", ({ billingAddress }) => [
    billingAddress?.province,
  ]),
  [WorksheetSplitter.ProductTags]: splitByLine("product.tags", ({ product }) => product?.tags ?? none),
  [WorksheetSplitter.ProductTitle]: splitByLine("title", ({ title }) => [title]),
  [WorksheetSplitter.Vendor]: splitByLine("vendor", ({ vendor }) => [vendor]),
  [WorksheetSplitter.Sku]: splitByLine("sku", ({ sku }) => [sku]),
  [WorksheetSplitter.OrderId]: splitByOrder("legacyResourceId", ({ legacyResourceId }) => [legacyResourceId]),
  [WorksheetSplitter.ShippingLinesTitle]: splitByOrder("shippingLines.nodes.title", ({ shippingLines }) =>
    (shippingLines ?? []).map(({ title }) => title),
  ),
  [WorksheetSplitter.ProductType]: splitByLine("product.productType", ({ product }) => [product?.productType]),
  [WorksheetSplitter.City]: splitByOrder("shippingAddress.city", ({ shippingAddress }) => [shippingAddress?.city]),
  [WorksheetSplitter.BillingCity]: splitByOrder("billingAddress.city", ({ billingAddress }) => [billingAddress?.city]),
  [WorksheetSplitter.SalesChannel]: splitByOrder("attribution.displayName", ({ attribution }) => [
    attribution?.displayName,
  ]),
};

/** Divides orders and lines among worksheets, before grouping. */
export type Split = {
  fields: readonly string[];
  /** A line is on the worksheet of each of its values; without one, on 'Other'. */
  divide(order: Order, lines: readonly LineItem[]): ReadonlyMap<string, readonly LineItem[]>;
};

const namesOf = (texts: Texts): string[] => {
  const names = distinctTexts(texts.map((text) => text?.trim()));
  return names.length === 0 ? [otherSheetName] : names;
};

/** Returns null for {@link WorksheetSplitter} None. */
export const createSplit = (splitter: WorksheetSplitter): Split | null => {
  if (splitter === WorksheetSplitter.None) return null;
  const reading = splitReaders[splitter];
  if (reading.level === "order")
    return {
      fields: reading.fields,
      divide: (order, lines) => new Map(namesOf(reading.read(order)).map((name) => [name, lines])),
    };
  return {
    fields: reading.fields,
    divide(_, lines) {
      const sheets = new Map<string, LineItem[]>();
      for (const line of lines)
        for (const name of namesOf(reading.read(line))) {
          const own = sheets.get(name);
          if (own) own.push(line);
          else sheets.set(name, [line]);
        }
      // An order without lines has no line value either.
      return sheets.size === 0 ? new Map([[otherSheetName, lines]]) : sheets;
    },
  };
};

/** Sorts worksheets by name, 'Other' last. */
export const compareSheets =
  (collate: (left: string, right: string) => number) =>
  (left: string, right: string): number =>
    left === right ? 0 : left === otherSheetName ? 1 : right === otherSheetName ? -1 : collate(left, right);
