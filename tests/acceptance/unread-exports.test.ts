import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exporterOf } from "#tests/support/bulk-exports.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { tenant } from "#tests/support/exporter-for-tests.ts";

const orders = 300;
let demo: DemoPlatform;
/** The file without any fault, by lines. */
let healthy: string[];

/** Makes an export. From `bulkFrom` orders on, they are read in bulk. */
const exported = async (bulkFrom: number) => {
  const exporter = exporterOf(demo, bulkFrom);
  await exporter.request("e1");
  await exporter.enqueue("e1", orders);
  await exporter.finish();
  const state = await exporter.stateOf("e1");
  if (state.status !== "finished") throw new Error(JSON.stringify(state));
  return { file: state.file, lines: (await exporter.fileOf(state.file.fileKey)).split("\r\n") };
};

beforeAll(async () => {
  demo = await demoPlatform({ tenant, shop: "aurora-demo" }, new Date("2026-11-20T12:30:00Z"));
  healthy = (await exported(2_000)).lines;
});
beforeEach(() => demo.desk.faults.clear());
afterAll(() => demo.close());

describe("an order that the platform can't return", () => {
  it.each([
    ["by pages", 2_000],
    ["in bulk, where its operation fails as a whole", 0],
  ])("affects only its own cells in the report, read %s", async (_how, bulkFrom) => {
    const name = healthy[9]?.split(",")[0] ?? "";
    const fault = { order: name, path: "lineItems.originalTotalSet", code: "INTERNAL_SERVER_ERROR" };
    demo.fault("order-unreadable", { ...fault, times: 1_000_000 });
    const { file, lines } = await exported(bulkFrom);
    expect(file.unread).toMatchObject([{ name, columns: ["Total price"], leftOut: false }]);
    const others = (all: readonly string[]) => all.filter((line) => !line.startsWith(`${name},`));
    expect(others(lines)).toEqual(others(healthy));
    expect(lines).toHaveLength(healthy.length);
    const own = lines.filter((line) => line.startsWith(`${name},`));
    expect(own.length).toBeGreaterThan(0);
    for (const line of own) expect(line).toMatch(/,couldn't be read$/);
  });

  it("is complete in a report if a later read succeeds in time", async () => {
    demo.fault("order-unreadable", { order: healthy[9]?.split(",")[0], path: "name", code: "", times: 4 });
    const { file, lines } = await exported(2_000);
    expect(file.unread).toBeUndefined();
    expect(lines).toEqual(healthy);
  });
});
