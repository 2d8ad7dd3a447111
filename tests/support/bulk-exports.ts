import { expect } from "vitest";
import { FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { createExportJob } from "../../exporter/jobs/export-job.ts";
import type { DemoPlatform } from "./demo-platform.ts";
import { exporterForTests, tenant } from "./exporter-for-tests.ts";
import { until } from "./until.ts";

const never = new AbortController().signal;

/** Creates an exporter of aurora's or borealis' real orders; from `bulkFrom` orders on it reads in bulk. */
export const exporterOf = (demo: DemoPlatform, bulkFrom: number) => {
  const exporter = exporterForTests([]);
  const deps = { ...exporter.deps, platform: demo.platform, bulkFromOrders: bulkFrom };
  const enqueue = (exportId: string, orders: number) =>
    exporter.deps.queue.enqueue({
      id: `export:${exportId}`,
      kind: "export",
      lane: "long",
      tenant,
      dueAt: exporter.clock.now(),
      payload: { exportId, tenant, correlation: "request-1", causation: "event-1", orders },
    });
  /** Runs one step of the job; returns its outcome. */
  const step = async () => {
    const job = await exporter.claim();
    const outcome = await createExportJob(deps)(job, never);
    if (outcome.kind === "put-down") {
      await exporter.deps.queue.reschedule(job, outcome.delayMs, outcome.payload);
      exporter.clock.advanceWall(outcome.delayMs + 1);
    } else if (outcome.kind === "again") {
      await exporter.deps.queue.scheduleRetry(job, outcome.delayMs);
      exporter.clock.advanceWall(outcome.delayMs + 1);
    } else await exporter.deps.queue.complete(job);
    return outcome;
  };
  /** Steps on while the platform does its part. */
  const finish = async (): Promise<number> => {
    for (let steps = 1; ; steps += 1) {
      await until("no bulk operation runs", () =>
        demo.desk.bulk.list().every(({ status }) => status !== "CREATED" && status !== "RUNNING"),
      );
      const { kind } = await step();
      if (kind === "done") return steps;
      expect(steps, "steps of a job").toBeLessThan(500);
    }
  };
  return { ...exporter, deps, enqueue, step, finish };
};

/** Makes the file of an input. */
const fileOf = async (demo: DemoPlatform, bulkFrom: number, orders: number, input: Partial<FrozenInput>) => {
  const exporter = exporterOf(demo, bulkFrom);
  await exporter.request("e1", input);
  await exporter.enqueue("e1", orders);
  const steps = await exporter.finish();
  const state = await exporter.stateOf("e1");
  if (state.status !== "finished") throw new Error(JSON.stringify(state));
  return { steps, file: state.file };
};

const columnsOf = (names: string) =>
  names.split(" ").map((column) => ({ column, title: null, width: null, format: null }));
const design = (grouping: Grouping, names: string, more: object = {}): FrozenInput["design"] => ({
  reportId: "d",
  title: "Untitled1",
  grouping,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  columns: columnsOf(names),
  ...more,
});
const usual =
  "Image OrderNum OrderDate ProductTitle VariantTitle SKU Quantity Price TotalPrice FinancialStatus FulfillmentStatus";
const products = "ProductTitle VariantTitle SKU Quantity TotalPrice RefundedAmount";
const refunds = "OrderNum RefundedQuantity RefundedAmount RefundInPeriod RefundTotal LineTax CustomerName Note Tags";

/** Reports of every way of reading: bulk file alone, with additions, and held in memory. */
export const reports: readonly [string, Partial<FrozenInput>][] = [
  ["the usual columns", { design: design(Grouping.Orders, usual) }],
  ["refunds", { design: design(Grouping.Orders, refunds), fileType: FileType.Xml }],
  ["an order a row", { design: design(Grouping.OnePerOrder, refunds), fileType: FileType.Html }],
  ["fulfillments", { design: design(Grouping.Fulfillments, `${usual} TrackingNumber`), fileType: FileType.Excel }],
  ["products", { design: design(Grouping.ProductVariants, "ProductTitle SKU Quantity TotalPrice RefundedAmount") }],
  [
    "sorted lines",
    { design: design(Grouping.Orders, usual, { sortedBy: { column: "TotalPrice", sorting: Sorting.Descending } }) },
  ],
  [
    "a filter of lines and of orders",
    {
      design: design(Grouping.Orders, usual),
      filter: {
        filterId: "f",
        financial_status: 0,
        fulfillment_status: 0,
        order_status: 0,
        sievers: { [SieverCode.Quantity]: [">1"], [SieverCode.OrderTags]: ["!none"] },
      },
    },
  ],
];

/** Reports that keep their rows to the end, of a shop large enough to spill to disk. */
export const heldReports: readonly [string, Partial<FrozenInput>][] = [
  [
    "sorted lines",
    { design: design(Grouping.Orders, usual, { sortedBy: { column: "TotalPrice", sorting: Sorting.Descending } }) },
  ],
  [
    "a worksheet for each vendor",
    { design: design(Grouping.Orders, usual, { splitter: WorksheetSplitter.Vendor }), fileType: FileType.Excel },
  ],
  [
    "a worksheet for each vendor, sorted by title",
    {
      design: design(Grouping.Orders, refunds.replace("OrderNum", "OrderNum ProductTitle"), {
        splitter: WorksheetSplitter.Vendor,
        sortedBy: { column: "ProductTitle", sorting: Sorting.Ascending },
      }),
      fileType: FileType.Excel,
    },
  ],
  ["variants", { design: design(Grouping.ProductVariants, products) }],
  ["products", { design: design(Grouping.ProductCombined, products), fileType: FileType.Xml }],
  ["products by day", { design: design(Grouping.MassConstructionMealPrep, products) }],
  ["bundles", { design: design(Grouping.BundleAndCustomizer, `${usual} BundleTitle`), fileType: FileType.Html }],
  ["fulfillments", { design: design(Grouping.Fulfillments, `${usual} TrackingNumber`) }],
];

/** Another shop of the demo platform. */
export const shopNamed = (shop: string): FrozenInput["shop"] => ({
  shop,
  version: 4,
  myshopifyDomain: `${shop}.myshopify.com`,
  ianaTimezone: "America/New_York",
  currencyCode: "USD",
  moneyFormat: "{{amount}} USD",
  primaryLocale: "en",
  weightUnit: "POUNDS",
  adminUrl: `https://${shop}.example/admin`,
});

/** Makes a report by pages and in bulk, and expects the same bytes. Returns its file. */
export const expectSameBytes = async (demo: DemoPlatform, orders: number, input: Partial<FrozenInput>) => {
  const downloads = demo.desk.stats.bulkDownloads;
  const paged = await fileOf(demo, 1e9, orders, input);
  expect(paged.steps).toBe(1);
  expect(demo.desk.stats.bulkDownloads).toBe(downloads);
  const bulk = await fileOf(demo, 0, orders, input);
  expect(demo.desk.stats.bulkDownloads, "it was read in bulk").toBe(downloads + 1);
  expect(bulk.file).toEqual(paged.file);
  expect(bulk.file.orders).toBeGreaterThan(10);
  return bulk.file;
};
