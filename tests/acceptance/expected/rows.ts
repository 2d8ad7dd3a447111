import type { DemoOrder } from "#demo-store/generate/types.ts";
import type { Expectation, LineScene, Scene } from "./column-kinds.ts";
import { expectations } from "./columns.ts";
import type { ExpectedOrder } from "./filters.ts";
import { isWithin, type Period } from "./local-time.ts";

export type ExpectedReport = {
  adminUrl: string;
  zone: string;
  grouping: "Orders" | "OnePerOrder";
  /** Catalogue keys in the file's order. */
  columns: string[];
  period: Period;
  /** Every order of the shop, newest first. */
  orders: Iterable<DemoOrder>;
  /** Applies the filter to an order; null for nothing. Absent without a filter. */
  kept?: (order: DemoOrder) => ExpectedOrder | null;
};

/** One expected row and the order it comes from. */
export type ExpectedRow = { order: DemoOrder; cells: string[] };

const expectationOf = (column: string): Expectation => {
  const found = expectations[column];
  if (!found) throw new Error(`The expectation knows no column ${column}: write one in tests/acceptance/expected.`);
  return found;
};

/** The orders of a period, newest first; insists that the demo store's newest comes first indeed. */
export function* ordersWithin(orders: Iterable<DemoOrder>, period: Period): Generator<DemoOrder> {
  let last = Number.POSITIVE_INFINITY;
  for (const order of orders) {
    const created = Date.parse(order.createdAt);
    if (created >= last) throw new Error(`Order ${order.name} does not stand in its place: newest first is asked for.`);
    last = created;
    if (isWithin(period, created)) yield order;
  }
}

/** Every row of a report in order, computed lazily: also 120,000 orders cost no memory. */
export function* expectedRows(report: ExpectedReport): Generator<ExpectedRow> {
  const { adminUrl, zone, period, grouping, kept = (order) => ({ order, lines: order.lineItems }) } = report;
  const columns = report.columns.map(expectationOf);
  for (const order of ordersWithin(report.orders, period)) {
    const left = kept(order);
    if (left === null) continue;
    const scene: Scene = { adminUrl, zone, period, order, lines: left.lines };
    if (grouping === "OnePerOrder") {
      yield {
        order,
        cells: columns.map(({ onePerOrder }, place) => {
          if (!onePerOrder) throw new Error(`${report.columns[place]} is not valid in reports of one row per order.`);
          return onePerOrder(scene);
        }),
      };
      continue;
    }
    for (const [place, line] of left.lines.entries()) {
      const lineScene: LineScene = { ...scene, line, firstOfOrder: place === 0 };
      yield { order, cells: columns.map(({ orders }) => orders(lineScene)) };
    }
  }
}
