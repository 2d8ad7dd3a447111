import { expect, it } from "vitest";
import { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import type { Json, JsonObject } from "#infra/ports/json.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { expectUnderstandable } from "#tests/support/understandable.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;
const columns = (...keys: string[]) => keys.map((column) => ({ column, title: null, width: null, format: null }));
const design = {
  reportId: "d",
  title: "Untitled1",
  grouping: Grouping.Orders,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  columns: columns("OrderNum", "Note", "Tags", "Quantity", "Price"),
};

/** A report of three orders with the second one changed, after one attempt. */
const tried = async (change: (order: JsonObject) => void) => {
  const orders = someOrders(3);
  change(orders[1] ?? {});
  const exporter = exporterForTests(orders);
  await exporter.request("e1", { design });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  return exporter;
};
const inLine =
  (name: string, value: Json) =>
  ({ lineItems }: JsonObject): void => {
    for (const line of lineItems as JsonObject[]) line[name] = value;
  };

it.each<[string, (order: JsonObject) => void]>([
  ["a note that is an object", (order) => Object.assign(order, { note: { a: 1 } })],
  ["a tag that is an object", (order) => Object.assign(order, { tags: [{ a: 1 }] })],
  ["a quantity in words", inLine("quantity", "seven")],
  ["a price that is a number alone", inLine("originalUnitPriceSet", 5)],
  ["lines that are no list", (order) => Object.assign(order, { lineItems: 7 })],
])("a store that sends %s fails the report at its first attempt, with the reason", async (_what, change) => {
  const { stateOf } = await tried(change);
  const state = await stateOf("e1");
  expect(state).toMatchObject({ status: "failed", attempt: 1, code: "unexpected-answer" });
  const { reason } = state as unknown as { reason: string };
  expect(reason).toMatch(/sent an order that we can't read/);
  expectUnderstandable(reason, /contact us/i);
});

it("tags that a store sends as one text are kept as they are", async () => {
  const exporter = await tried((order) => Object.assign(order, { tags: "vip" }));
  expect(await exporter.fileOf("e1.1.csv")).toContain("#4999,,vip,");
});
