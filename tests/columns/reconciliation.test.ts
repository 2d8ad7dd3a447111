import { describe, expect, it } from "vitest";
import { catalogue } from "#domain/columns/catalogue.ts";
import { sumDecimals } from "#domain/text/decimal.ts";
import { type FixedRow, fixedReport, newestFirst } from "./fixed-report.ts";
import { type Money, sentFulfillments } from "./read-orders.ts";

/** The sum of the numbers in a report's rows; null if no row has one. */
const totalOf = (rows: readonly FixedRow[]): string | null => {
  const numbers = rows.flatMap(({ cell }) => (cell?.kind === "number" ? [cell.decimal] : []));
  return numbers.length === 0 ? null : sumDecimals(numbers);
};
/** The sum of what the orders themselves say, where the column is one figure of theirs; undefined where it is worked out of several. */
const ownFigures = (fields: readonly string[]): string | undefined => {
  const [path = "", ...more] = fields;
  const [figure = "", ...below] = path.split(".");
  if (more.length > 0 || (below.length > 0 && below.join(".") !== "shopMoney.amount")) return undefined;
  const figures = newestFirst.map(
    (order) => (order as unknown as Record<string, Money | string | number | null>)[figure],
  );
  return sumDecimals(figures.map((one) => (typeof one === "object" ? (one?.shopMoney.amount ?? "0") : `${one}`)));
};
const withTotal = (total: string) =>
  catalogue.filter((column) => column.total === total).map((column) => [column.key, column] as const);

describe("an amount of lines", () => {
  const groupings = [
    "Orders",
    "OnePerOrder",
    "ProductVariants",
    "ProductCombined",
    "BundleAndCustomizer",
    "MassConstructionMealPrep",
  ] as const;

  it.each(withTotal("sum"))("adds up to the same in every grouping of lines: %s", async (_, column) => {
    const totals = new Map<string, string | null>();
    for (const grouping of groupings)
      if (column.aggregate[grouping] !== undefined) totals.set(grouping, totalOf(await fixedReport(column, grouping)));
    expect(totals.size).toBeGreaterThan(1);
    expect(totals.get("Orders")).not.toBeNull();
    expect(Object.fromEntries(totals)).toEqual(
      Object.fromEntries([...totals.keys()].map((grouping) => [grouping, totals.get("Orders")])),
    );
  });
});

describe("an amount of a line", () => {
  const shared = catalogue.filter(({ aggregate }) =>
    ["prorate", "prorateNet", "fulfilled"].includes(aggregate.Fulfillments ?? ""),
  );
  /** Lines all of whose units were sent; `net`: all but those that were removed or cancelled before. */
  const whollySent = (net: boolean): string[] =>
    newestFirst.flatMap((order) => {
      const sent = sentFulfillments(order).flatMap(({ fulfillmentLineItems }) => fulfillmentLineItems);
      return order.lineItems.flatMap(({ id, quantity, nonFulfillableQuantity }, index) => {
        const units = sent.reduce((sum, one) => sum + (one.lineItem.id === id ? one.quantity : 0), 0);
        const wanted = quantity - (net ? nonFulfillableQuantity : 0);
        return units > 0 && units === wanted ? [`${order.name}/${index + 1}`] : [];
      });
    });

  it.each(shared.map((column) => [column.key, column] as const))(
    "adds up to the same over its fulfillments if everything was sent: %s",
    async (_, column) => {
      const lines = whollySent(column.aggregate.Fulfillments === "prorateNet");
      expect(lines.length).toBeGreaterThan(10);
      const parcels = Map.groupBy(await fixedReport(column, "Fulfillments"), ({ name }) => name.replace(/F\d+\//, ""));
      const own = new Map((await fixedReport(column, "Orders")).map((row) => [row.name, totalOf([row])]));
      expect(lines.map((line) => [line, totalOf(parcels.get(line) ?? [])])).toEqual(
        lines.map((line) => [line, own.get(line)]),
      );
    },
  );
});

describe("an amount of the order", () => {
  it.each(withTotal("sumOncePerOrder"))("counts once in each order with rows: %s", async (_, column) => {
    const whole = await fixedReport(column, "OnePerOrder");
    for (const grouping of ["Orders", "Fulfillments", "BundleAndCustomizer"] as const) {
      if (column.aggregate[grouping] === undefined) continue;
      const rows = await fixedReport(column, grouping);
      const orders = new Set(rows.map(({ order }) => order));
      expect(orders.size, grouping).toBeGreaterThan(10);
      expect(totalOf(rows), grouping).toBe(totalOf(whole.filter(({ order }) => orders.has(order))));
    }
    const own = ownFigures(column.fields);
    expect(totalOf(whole)).toBe(own ?? totalOf(whole));
    expect(totalOf(whole)).not.toBeNull();
  });
});
