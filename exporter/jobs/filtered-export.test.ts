import { describe, expect, it } from "vitest";
import { ExportStatus, FinancialStatus, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ExporterForTests, exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { makeFileForTests } from "../attempt/make-file-for-tests.ts";
import { createChooseLaneJob } from "./choose-lane-job.ts";
import { createExportJob } from "./export-job.ts";
import { createReactions } from "./reactions.ts";

const never = new AbortController().signal;

const filterOf = (changes: Partial<FilterConditions>): NonNullable<FrozenInput["filter"]> => ({
  filterId: "filter-1",
  financial_status: 0,
  fulfillment_status: 0,
  order_status: 0,
  sievers: {},
  ...changes,
});

/** Every second order is tagged, every third one pending; their totals are 100. */
const tagged = (count: number): JsonObject[] =>
  someOrders(count).map((order, age) => ({
    ...order,
    tags: age % 2 === 0 ? ["vip"] : [],
    displayFinancialStatus: age % 3 === 0 ? "PENDING" : "PAID",
    totalPriceSet: { shopMoney: { amount: "100.0" } },
  }));

const columns = (...keys: string[]) => keys.map((column) => ({ column, title: null, width: null, format: null }));
const lineReport = columns("OrderNum", "ProductTitle", "Quantity", "OrderTotal");

const made = async (exporter: ExporterForTests, changes: Partial<FrozenInput> & { grouping?: Grouping }) => {
  const { grouping = Grouping.Orders, ...input } = changes;
  await exporter.request("e1", {
    design: { reportId: "d", title: "Untitled1", grouping, splitter: 0, sortedBy: null, columns: lineReport },
    ...input,
  });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  return (await exporter.fileOf("e1.1.csv")).split("\r\n").slice(1, -1);
};

describe("a report with a filter", () => {
  it("has only the orders that match its statuses and conditions, whatever the search returns", async () => {
    const exporter = exporterForTests(tagged(8));
    const filter = filterOf({ financial_status: FinancialStatus.paid, sievers: { [SieverCode.OrderTags]: ["VIP"] } });
    expect(await made(exporter, { filter })).toEqual([
      "#4998,Thing 1 of 4998,1,100",
      "#4996,Thing 1 of 4996,1,100",
      "#4996,Thing 2 of 4996,2,",
    ]);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 2, rows: 3 } });
  });

  it("counts only the test orders that match", async () => {
    const orders = tagged(8).map((order, age) => ({ ...order, test: age === 1 || age === 2 }));
    const exporter = exporterForTests(orders);
    await made(exporter, { filter: filterOf({ sievers: { [SieverCode.OrderTags]: ["vip"] } }) });
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 4, testOrders: 1 } });
    expect(exporter.platform.asked[0]?.fields).toContain("test");
  });

  it("leaves out lines that don't match, and orders without any; the first line has the order's amount", async () => {
    const exporter = exporterForTests(tagged(10));
    const filter = filterOf({ sievers: { [SieverCode.Quantity]: [">1"] } });
    expect(await made(exporter, { filter })).toEqual(["#4996,Thing 2 of 4996,2,100", "#4991,Thing 2 of 4991,2,100"]);
    expect(await exporter.stateOf("e1")).toMatchObject({ file: { orders: 2, rows: 2 } });
  });

  it("with a row per order has the matching lines' texts and sums, and the whole order's amount", async () => {
    const exporter = exporterForTests(tagged(10));
    const filter = filterOf({ sievers: { [SieverCode.Quantity]: [">1"] } });
    const rows = await made(exporter, { filter, grouping: Grouping.OnePerOrder });
    expect(rows).toEqual(["#4996,Thing 2 of 4996,2,100", "#4991,Thing 2 of 4991,2,100"]);
  });

  it("keeps orders without lines if it has no condition on lines", async () => {
    const exporter = exporterForTests(tagged(4));
    const filter = filterOf({ sievers: { [SieverCode.OrderTags]: ["!vip"] } });
    const rows = await made(exporter, { filter, grouping: Grouping.OnePerOrder });
    expect(rows).toEqual(["#4999,Thing 1 of 4999,1,100", "#4997,,0,100"]);
  });

  it("requests its searchable conditions and needed fields from the platform, each field once", async () => {
    const exporter = exporterForTests(tagged(4));
    const sievers = { [SieverCode.OrderTags]: ["vip"], [SieverCode.Vendor]: ["Kiln"] };
    await made(exporter, { filter: filterOf({ financial_status: FinancialStatus.paid, sievers }) });
    const [asked] = exporter.platform.asked;
    expect(asked?.query).toMatch(/^created_at:<'2026-11-20T12:30:00Z' .*financial_status:paid/);
    expect(asked?.query).toMatch(/tag:/);
    expect(asked?.fields).toEqual([...new Set(asked?.fields)].sort());
    for (const field of ["tags", "displayFinancialStatus", "lineItems.nodes.vendor", "lineItems.nodes.id"])
      expect(asked?.fields).toContain(field);
    expect(asked?.fields).not.toContain("customer.tags");
  });

  it("requires the fields that its filter reads, but not those that only columns read", async () => {
    const exporter = exporterForTests(tagged(4));
    const sievers = { [SieverCode.OrderTags]: ["vip"] };
    await made(exporter, { filter: filterOf({ sievers }) });
    const [asked] = exporter.platform.asked;
    expect(asked?.requiredFields).toEqual(expect.arrayContaining(["id", "createdAt", "tags"]));
    expect(asked?.fields.length).toBeGreaterThan(asked?.requiredFields?.length ?? 0);
    for (const field of asked?.requiredFields ?? []) expect(asked?.fields).toContain(field);
  });

  it("requests lines if a condition on lines reads only the order and no column shows lines", async () => {
    const exporter = exporterForTests(tagged(4));
    const filter = filterOf({ sievers: { [SieverCode.DiscountCodes]: ["!*"] } });
    const design = {
      reportId: "d",
      title: "Untitled1",
      grouping: Grouping.OnePerOrder,
      splitter: WorksheetSplitter.None,
      sortedBy: null,
      columns: columns("OrderNum"),
    };
    expect(await made(exporter, { filter, design })).toEqual(["#5000", "#4999", "#4998"]);
    expect(exporter.platform.asked[0]?.fields).toContain("lineItems.nodes.id");
  });

  it("keeps every chosen order and only the lines that pass the filter (R-24)", async () => {
    const exporter = exporterForTests(tagged(10));
    const filter = filterOf({
      financial_status: FinancialStatus.voided,
      sievers: { [SieverCode.OrderTags]: ["no such tag"], [SieverCode.Quantity]: ["1"] },
    });
    const rows = await made(exporter, { filter, selectedOrderIds: ["4996", "5000", "4997"] });
    expect(rows).toEqual(["#5000,Thing 1 of 5000,1,100", "#4996,Thing 1 of 4996,1,100"]);
    expect(exporter.platform.asked.at(-1)?.fields).not.toContain("tags");
    expect(exporter.platform.asked.map(({ query }) => query).join(" ")).not.toMatch(/tag:|financial_status/);
  });

  it.each([
    ["was requested without one", { filter: null }],
    ["was requested before filters existed", {}],
  ])("has all orders and lines if it %s", async (_, changes) => {
    const exporter = exporterForTests(tagged(5));
    expect(await made(exporter, changes)).toHaveLength(5);
    expect(exporter.platform.asked.map(({ query }) => query)).toEqual(["created_at:<'2026-11-20T12:30:00Z'"]);
  });

  it("counts days from its request, not from its attempt", async () => {
    const refundedOn = (day: string) => [{ id: "r", createdAt: `${day}T23:30:00Z`, processedAt: `${day}T23:30:00Z` }];
    const orders = tagged(2).map((order, age) => ({
      ...order,
      refunds: refundedOn(age === 0 ? "2026-11-19" : "2026-11-18").map((refund) => ({
        ...refund,
        refundLineItems: [{ lineItem: { id: `gid://shopify/LineItem/${5_000 - age}1` } }],
      })),
    }));
    const exporter = exporterForTests(orders);
    exporter.clock.advance(5 * 86_400_000);
    // 23:30 UTC is the next day in Athens; the request was made there on the 20th.
    const filter = filterOf({ sievers: { [SieverCode.RefundDate]: ["date(YYYY-MM-DD; 0)"] } });
    expect(await made(exporter, { filter })).toEqual(["#5000,Thing 1 of 5000,1,100"]);
  });

  it.each([
    ["that can no longer be read", SieverCode.Quantity, ">many", /Quantity.*>many.*Open the filter, change this/],
    ["that isn't a date", SieverCode.RefundDate, "2026-13-01", /couldn't be read as a date.*Open the filter/],
  ])("fails at once on a value %s, and says what to change", async (_, code, value, words) => {
    const exporter = exporterForTests(tagged(2));
    await exporter.request("e1", { filter: filterOf({ sievers: { [code]: [value] } }) });
    await exporter.enqueue("e1");
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", reason: expect.stringMatching(words) });
  });

  it("keeps reporting progress while the filter leaves out nearly all orders", async () => {
    const exporter = exporterForTests(tagged(40));
    const filter = filterOf({ sievers: { [SieverCode.Quantity]: [">99"] } });
    const input = await exporter.request("e1", { filter });
    const { file, told } = await makeFileForTests(exporter.deps, input, 40);
    const steps = told.flatMap(([status, step, most]) =>
      status === ExportStatus.AddData ? [`${step} of ${most}`] : [],
    );
    expect([...new Set(steps)]).toEqual(["10 of 40", "20 of 40", "30 of 40", "40 of 40"]);
    expect(file).toMatchObject({ orders: 0, rows: 0 });
  });

  it("gets its lane by the number of orders found by its search", async () => {
    const exporter = exporterForTests(tagged(12));
    const queries: string[] = [];
    exporter.platform.countOrders = async (_access, query) => {
      queries.push(query);
      return 3;
    };
    await exporter.request("e1", { filter: filterOf({ financial_status: FinancialStatus.paid }) });
    const events = await exporter.deps.eventStore.readAll({ limit: 100 });
    await createReactions(exporter.deps.queue)(events.filter(({ type }) => type === "ExportRequested"));
    await createChooseLaneJob(exporter.deps)(await exporter.claim("choose-lane"), never);
    expect(queries).toEqual([expect.stringMatching(/^created_at:<'2026-11-20T12:30:00Z' .*financial_status:paid/)]);
    expect((await exporter.claim()).payload.orders).toBe(3);
  });
});
