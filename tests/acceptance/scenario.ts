import { setImmediate } from "node:timers/promises";
import { DateTime } from "luxon";
import { expect } from "vitest";
import { orderAt } from "#demo-store/generate/order.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { Grouping } from "#domain/enumerations.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import {
  countOrders,
  createDesign,
  generate,
  type Merchant,
  openDownload,
  type Range,
  waitForExport,
} from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import { shopMoney } from "./expected/column-kinds.ts";
import { expectations } from "./expected/columns.ts";
import { bodyOf, compareCsv, type FileFacts } from "./expected/compare.ts";
import { cellOfDecimal, sum } from "./expected/decimal.ts";
import { type Period, periodOf } from "./expected/local-time.ts";
import { expectedRows, ordersWithin } from "./expected/rows.ts";

/**
 * The moments of the tests. New York puts its clocks back on the morning of this day, Athens did a week before: ranges that end
 * here have days of 25 hours in them. The app's clock stands a little after the newest order.
 */
export const demoNow = "2026-11-01T10:30:00Z";
export const clockNow = "2026-11-01T10:42:00Z";
export const fixedMoments = { DEMO_NOW: demoNow, CLOCK_NOW: clockNow };

/** */
export const shops = {
  "aurora-demo": { zone: "Europe/Athens", orders: 300 },
  "borealis-demo": { zone: "America/New_York", orders: 12_000 },
  "cumulus-demo": { zone: "Asia/Tokyo", orders: 120_000 },
  "nimbus-demo": { zone: "Pacific/Auckland", orders: 0 },
} as const;
export type ShopName = keyof typeof shops;

/** Titles of a new design's columns in their order. */
const defaultColumns = {
  Image: "Image",
  OrderNum: "Order number",
  OrderDate: "Order date",
  ProductTitle: "Product title",
  VariantTitle: "Variant title",
  SKU: "SKU",
  Quantity: "Quantity",
  Price: "Price",
  TotalPrice: "Total price",
  FinancialStatus: "Financial status",
  FulfillmentStatus: "Fulfillment status",
};

/** Every order of a demo shop, newest first, made one by one. */
export function* demoOrders(sheaf: Pick<StartedSheaf, "demoUrl">, name: ShopName): Generator<DemoOrder> {
  const shop = demoShop(name, { demoNow: new Date(demoNow), origin: `${sheaf.demoUrl}/${name}` });
  for (let index = shops[name].orders - 1; index >= 0; index--) yield orderAt(shop, index);
}

/** The columns that a merchant may choose from, as `GET /api/data/columns` lists them. */
type CatalogueColumn = { Column: string; Name: string };
const catalogueOf = (merchant: Merchant): Promise<CatalogueColumn[]> =>
  merchant.client.data<CatalogueColumn[]>("GET", "data/columns");

/** A design and what its file must look like. */
export type Design = {
  report: ReportWithColumns;
  grouping: "Orders" | "OnePerOrder";
  columns: string[];
  header: string[];
};

/** A design as it comes: one row per order line, the eleven columns of R-27. */
export const newDesign = async (merchant: Merchant): Promise<Design> => ({
  report: await createDesign(merchant),
  grouping: "Orders",
  columns: Object.keys(defaultColumns),
  header: Object.values(defaultColumns),
});

/**
 * A design with every column that tests/acceptance/expected can work out; the others are judged by tests/columns. Those that have no
 * meaning in a grouping must come back disabled and stay out of the file.
 */
export const wholeCatalogue = async (merchant: Merchant, grouping: Design["grouping"]): Promise<Design> => {
  const catalogue = (await catalogueOf(merchant)).filter(({ Column }) => expectations[Column]);
  expect(catalogue.length).toBeGreaterThanOrEqual(40);
  const Columns = catalogue.map(({ Column }) => Column);
  const report = await createDesign(merchant, { Grouping: Grouping[grouping], Columns });
  const allowed = catalogue.filter(({ Column }) => grouping === "Orders" || expectations[Column]?.onePerOrder);
  const shown = report.columns.filter(({ Visible, Disabled }) => Visible && !Disabled).map(({ Column }) => Column);
  expect(shown).toEqual(allowed.map(({ Column }) => Column));
  return { report, grouping, columns: shown, header: allowed.map(({ Name }) => Name) };
};

export const totalled = ["OrderTotal", "Quantity", "TotalPrice"];

/** The orders' own sums, whatever the columns say. Yields to the event loop, as a big shop takes seconds. */
export const ownTotals = async (orders: Iterable<DemoOrder>) => {
  const totals = { OrderTotal: 0n, Quantity: 0n, TotalPrice: 0n };
  let count = 0;
  for (const order of orders) {
    count++;
    if (count % 500 === 0) await setImmediate();
    totals.OrderTotal += shopMoney(order.totalPriceSet);
    for (const line of order.lineItems) {
      totals.Quantity += BigInt(line.quantity) * 100_000_000n;
      totals.TotalPrice += shopMoney(line.originalTotalSet);
    }
  }
  return {
    count,
    totals: Object.fromEntries(Object.entries(totals).map(([column, total]) => [column, cellOfDecimal(sum([total]))])),
  };
};

/** The expected rows of a shop's report. */
export const reportOf = (sheaf: StartedSheaf, name: ShopName, { grouping, columns }: Design, period: Period) => ({
  adminUrl: `${sheaf.demoUrl}/${name}/admin`,
  zone: shops[name].zone,
  grouping,
  columns,
  period,
  orders: demoOrders(sheaf, name),
});

/** Generates a design for chosen orders alone: the range does not count. */
export const checkChosen = async (
  sheaf: StartedSheaf,
  merchant: Merchant,
  { design, range, isChosen }: { design: Design; range: Range; isChosen: (order: DemoOrder, index: number) => boolean },
): Promise<FileFacts> => {
  const name = merchant.shop as ShopName;
  const chosen = [...demoOrders(sheaf, name)].filter(isChosen);
  const orderIds = chosen.map(({ id }) => id).reverse();
  const job = await waitForExport(
    merchant,
    (await generate(merchant, design.report.id, { range, orderIds })).ReportExportId,
  );
  expect(job.Orders).toBe(chosen.length);
  const always = { from: null, to: null };
  return compareCsv(bodyOf(await openDownload(merchant, job)), {
    header: design.header,
    columns: design.columns,
    rows: expectedRows({ ...reportOf(sheaf, name, design, always), orders: chosen }),
  });
};

/**
 * Generates a design for a range and holds the file against the expectation: every cell, the number of orders announced
 * before and told afterwards, the sums of quantities and money, the name of the file.
 */
export const checkExport = async (
  sheaf: StartedSheaf,
  merchant: Merchant,
  { design, range, within = 60_000 }: { design: Design; range: Range; within?: number },
): Promise<FileFacts & { bytes: number }> => {
  const name = merchant.shop as ShopName;
  const { zone } = shops[name];
  const period = periodOf(range, zone, new Date(clockNow));
  const own = await ownTotals(ordersWithin(demoOrders(sheaf, name), period));
  expect(await countOrders(merchant, design.report.id, range), "orders announced before generating").toBe(own.count);

  const requested = await generate(merchant, design.report.id, { range, emptyExpected: own.count === 0 });
  const job = await waitForExport(merchant, requested.ReportExportId, within);
  expect(job).toMatchObject({ Orders: own.count, ReportTitle: design.report.title, EmptyExpected: own.count === 0 });

  const moment = DateTime.fromISO(clockNow, { zone }).toFormat("yyyy-LL-dd HHmmss");
  expect(decodeURIComponent(job.PublicUrl?.split("/").at(-1) ?? "")).toBe(`${design.report.title} ${moment}.csv`);
  const response = await openDownload(merchant, job);
  expect(response.headers.get("content-type")).toMatch(/^text\/csv/);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment;/);
  const facts = await compareCsv(bodyOf(response), {
    header: design.header,
    columns: design.columns,
    rows: expectedRows(reportOf(sheaf, name, design, period)),
    totalsOf: totalled.filter((column) => design.columns.includes(column)),
  });
  expect(facts.orders, "orders in the file").toBe(own.count);
  for (const [column, total] of Object.entries(facts.totals))
    expect(total, `sum of ${column}`).toBe(own.totals[column]);
  return { ...facts, bytes: Number(response.headers.get("content-length") ?? 0) };
};
