import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ExportProgress } from "#domain/read-models/documents.ts";
import { exporterOf } from "#tests/support/bulk-exports.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { tenant } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";
import { findBulkState } from "../orders/bulk-state.ts";
import { createCancelJob } from "./cancel-job.ts";
import { createReactions } from "./reactions.ts";

const never = new AbortController().signal;
let demo: DemoPlatform;
beforeEach(async () => {
  demo = await demoPlatform({ tenant, shop: "aurora-demo" }, new Date("2026-11-20T12:30:00Z"));
});
afterEach(() => demo.close());

const operations = () => demo.desk.bulk.list();
const given = async (orders = 300) => {
  const exporter = exporterOf(demo, 100);
  await exporter.request("e1");
  await exporter.enqueue("e1", orders);
  return exporter;
};

describe("an export of more orders than are read by pages", () => {
  it("reschedules itself while the platform works, without holding a worker, and reports its progress", async () => {
    demo.fault("bulk-slow", { delayMs: 300 });
    const exporter = await given();
    expect((await exporter.step()).kind).toBe("put-down");
    const progress = await until("it reports progress", async () => {
      expect((await exporter.step()).kind).toBe("put-down");
      const entry = await exporter.deps.stateStore.get<ExportProgress>("progress:e1");
      return entry && entry.value.step > 0 ? entry.value : undefined;
    });
    // Half of the progress is the platform's part, some of which is done.
    expect(progress).toMatchObject({ attempt: 0, status: 11, maxStep: 600 });
    expect(progress.step).toBeLessThanOrEqual(300);
    expect(await exporter.deps.queue.listLiveLeases("export")).toEqual([]);
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested"]);
    await exporter.finish();
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", attempt: 1, file: { orders: 299 } });
    expect(operations()).toHaveLength(1);
    expect(await findBulkState(exporter.deps, "e1"), "what was kept of it").toBeUndefined();
  });

  it("is read by pages, without a bulk operation, if it has fewer orders", async () => {
    const exporter = await given(100);
    expect((await exporter.step()).kind).toBe("done");
    expect(operations()).toEqual([]);
  });

  it("finds its operation again if the worker was killed before storing it", async () => {
    const exporter = await given();
    const { deps } = exporter;
    const stateStore = { ...deps.stateStore, put: () => Promise.reject(new Error("killed")) };
    await expect(exporterStep(exporter, { ...deps, stateStore })).rejects.toThrow("killed");
    expect(operations()).toHaveLength(1);
    await exporter.deps.queue.releaseLeases("worker-1");
    await exporter.finish();
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
    expect(operations()).toHaveLength(1);
  });

  it("stops its operation at once if it is canceled in the meantime", async () => {
    demo.fault("bulk-slow", { delayMs: 60_000 });
    const exporter = await given();
    await exporter.step();
    await exporter.send("e1", (context) => ({ type: "CancelExport", context }));
    expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportCanceled"]);
    const events = await exporter.deps.eventStore.readAll({ limit: 100 });
    await createReactions(exporter.deps.queue)(events.filter(({ type }) => type === "ExportCanceled"));
    const job = await exporter.claim("cancel-export");
    expect(await createCancelJob(exporter.deps)(job, never)).toEqual({ kind: "done" });
    await until("it is canceled", () => operations().every(({ status }) => status === "CANCELED"));
    expect(await findBulkState(exporter.deps, "e1")).toBeUndefined();
    expect((await exporter.step()).kind).toBe("done");
  });

  it("waits if five of its shop's operations are already running", async () => {
    demo.fault("bulk-slow", { delayMs: 60_000, times: 5 });
    const others = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const access = { tenant, shop: "aurora-demo", signal: never };
        const begun = await demo.platform.bulk.start(access, { query: "", fields: ["createdAt"] }, `other-${n}`);
        if (begun.kind !== "begun") throw new Error(begun.kind);
        return { access, ticket: begun.ticket };
      }),
    );
    const exporter = await given();
    for (let looks = 0; looks < 5; looks += 1) expect((await exporter.step()).kind).toBe("put-down");
    expect(operations()).toHaveLength(5);
    for (const { access, ticket } of others) await demo.platform.bulk.cancel(access, ticket);
    await exporter.finish();
    expect(operations()).toHaveLength(6);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", file: { orders: 299 } });
  });
});

const exporterStep = async (exporter: Awaited<ReturnType<typeof given>>, deps: typeof exporter.deps) => {
  const { createExportJob } = await import("./export-job.ts");
  return createExportJob(deps)(await exporter.claim(), never);
};
