import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import {
  countFiltered,
  generate,
  type Merchant,
  openDownload,
  type Range,
  saveFilter,
  waitForExport,
} from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import { bodyOf, compareCsv, type FileFacts } from "../expected/compare.ts";
import { createFilterTable, type FilterTable } from "../expected/filter-table.ts";
import type { ExpectedOrder } from "../expected/filters.ts";
import { periodOf } from "../expected/local-time.ts";
import { randomFilters } from "../expected/random-filters.ts";
import { expectedRows, ordersWithin } from "../expected/rows.ts";
import { clockNow, type Design, demoOrders, type ShopName, shops } from "../scenario.ts";

/** One merchant with one filter that is edited again and again, over HTTP. */
export type FilterScene = {
  sheaf: StartedSheaf;
  merchant: Merchant;
  name: ShopName;
  moment: { now: string; zone: string };
  /** Newest first. */
  orders: DemoOrder[];
  /** Judges all of them at once: 12,000 orders one by one would take seconds per filter. */
  table: FilterTable;
  filterId: string;
};

const everything: FilterConditions = { financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} };

export const filterScene = async (sheaf: StartedSheaf, merchant: Merchant): Promise<FilterScene> => {
  const name = merchant.shop as ShopName;
  const { id } = await saveFilter(merchant, everything);
  const moment = { now: clockNow, zone: shops[name].zone };
  const orders = [...demoOrders(sheaf, name)];
  return { sheaf, merchant, name, moment, orders, table: createFilterTable(orders, moment), filterId: id };
};

/** The filter's result for each matching order, by order id. Chosen orders match regardless of their data. */
export const keptBy = (
  { orders, table }: FilterScene,
  filter: FilterConditions,
  byHand = false,
): Map<string, ExpectedOrder> => {
  const judged = table.judge(filter);
  return new Map(
    orders.flatMap((order, place): [string, ExpectedOrder][] => {
      const first = table.firstLine[place] ?? 0;
      const lines = order.lineItems.filter((_, at) => judged.lines[first + at] === 1);
      return lines.length > 0 && (byHand || judged.orders[place] === 1) ? [[order.id, { order, lines }]] : [];
    }),
  );
};

/** Random filters that leave some of a shop's orders and drop others. Yields to the event loop. */
export async function* tellingFilters(scene: FilterScene, seed: number): AsyncGenerator<FilterConditions> {
  const { orders, moment } = scene;
  for (const filter of randomFilters(orders, moment, seed)) {
    const kept = keptBy(scene, filter).size;
    if (kept > 0 && kept < orders.length) yield filter;
    await setImmediate();
  }
}

/** Holds the announced number of orders against those that the filter keeps (S-1.4, R-21). */
export const checkCount = async (
  scene: FilterScene,
  { filter, reportId, range }: { filter: FilterConditions; reportId: string; range: Range },
): Promise<{ kept: number; exact: boolean }> => {
  const { merchant, moment, orders, filterId } = scene;
  const period = periodOf(range, moment.zone, new Date(moment.now));
  const all = keptBy(scene, filter);
  const kept = [...ordersWithin(orders, period)].filter(({ id }) => all.has(id)).length;
  const { Count, HasPostProcessFilters } = await countFiltered(merchant, reportId, range, filterId);
  const announced = `orders announced for ${JSON.stringify(filter)}`;
  if (HasPostProcessFilters) expect(Count, announced).toBeGreaterThanOrEqual(kept);
  else expect(Count, announced).toBe(kept);
  return { kept, exact: !HasPostProcessFilters };
};

/**
 * Saves the filter, counts, generates and holds every cell of the file against the expectation. With `chosen` the report is of
 * those orders alone.
 */
export const checkFiltered = async (
  scene: FilterScene,
  {
    filter,
    design,
    range,
    chosen = [],
  }: { filter: FilterConditions; design: Design; range: Range; chosen?: DemoOrder[] },
): Promise<FileFacts> => {
  const { sheaf, merchant, name, moment, filterId } = scene;
  await saveFilter(merchant, filter, filterId);
  const byHand = chosen.length > 0;
  if (!byHand) await checkCount(scene, { filter, reportId: design.report.id, range });
  const orderIds = chosen.map(({ id }) => id);
  const requested = await generate(merchant, design.report.id, { range, filterId, orderIds });
  expect(requested.Filters?.report_filter_id).toBe(filterId);
  const job = await waitForExport(merchant, requested.ReportExportId, 240_000);
  const period = periodOf(range, moment.zone, new Date(moment.now));
  const all = keptBy(scene, filter, byHand);
  const kept = ({ id }: DemoOrder) => all.get(id) ?? null;
  const { grouping, columns, header } = design;
  const common = { adminUrl: `${sheaf.demoUrl}/${name}/admin`, zone: moment.zone, grouping, columns, kept };
  const asked = byHand ? { period: { from: null, to: null }, orders: chosen } : { period, orders: scene.orders };
  try {
    const rows = expectedRows({ ...common, ...asked });
    const facts = await compareCsv(bodyOf(await openDownload(merchant, job)), { header, columns, rows });
    expect(job.Orders, "orders that the file is said to hold").toBe(facts.orders);
    return facts;
  } catch (error) {
    throw new Error(`The file of ${JSON.stringify(filter)} is wrong: ${(error as Error).message}`, { cause: error });
  }
};
