import { describe, expect, it } from "vitest";
import { freezeInput } from "#application/exports/freeze-input.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ExporterForTests, exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { createExpireJob } from "./expire-job.ts";
import { createExportJob } from "./export-job.ts";

const run = async (exporter: ExporterForTests, exportId: string, deps = exporter.deps) => {
  await exporter.enqueue(exportId);
  const job = await exporter.claim();
  await createExportJob(deps)(job, new AbortController().signal);
  await exporter.deps.queue.complete(job);
  const state = await exporter.stateOf(exportId);
  if (state.status !== "finished") throw new Error(`The export is ${state.status}.`);
  return state.file;
};

/** A finished export of orders, which may change before it is repeated. */
const given = async (orders: JsonObject[] = someOrders(100), changes: Partial<FrozenInput> = {}) => {
  const exporter = exporterForTests(orders);
  const input = await exporter.request("first", changes);
  const first = await run(exporter, "first");
  const again = async (deps = exporter.deps) => {
    exporter.clock.advance(3_600_000);
    await exporter.request("again", { ...input, repeats: { exportId: "first", askedAt: "2026-11-20T13:30:00.000Z" } });
    return run(exporter, "again", deps);
  };
  return { exporter, input, first, again, orders };
};

const note = (order: JsonObject | undefined, name: string) => {
  if (order) order.name = name;
};

describe("an export that repeats another", () => {
  it.each(Object.entries(FileType))(
    "has the same %s file an hour later, and reports that the two are identical",
    async (_name, fileType) => {
      const { first, again } = await given(someOrders(30), { fileType });
      const { compared, contentHash, fileHash } = await again();
      expect(compared).toEqual({ outcome: "identical" });
      expect([contentHash, fileHash]).toEqual([first.contentHash, first.fileHash]);
    },
  );

  it("counts rows that were added, removed and changed since", async () => {
    const { orders, again } = await given();
    // One in five orders has two lines and one in four has none: 0 and 8 have one.
    note(orders[0], "#renamed");
    orders.splice(8, 1);
    orders.splice(50, 0, {
      ...structuredClone(orders[0] as JsonObject),
      id: "gid://shopify/Order/1",
      createdAt: "2026-11-20T11:10:30Z",
    });
    expect((await again()).compared).toEqual({
      outcome: "differs",
      added: 1,
      removed: 1,
      changed: 1,
      reordered: false,
    });
  });

  it("reports that only the order of rows has changed", async () => {
    const { orders, again } = await given(someOrders(2));
    orders.reverse();
    expect((await again()).compared).toEqual({ outcome: "differs", added: 0, removed: 0, changed: 0, reordered: true });
  });

  it("is not compared if the first has no file", async () => {
    const exporter = exporterForTests(someOrders(3));
    const input = await exporter.request("first");
    await exporter.send("first", (context) => ({ type: "CancelExport", context }));
    await exporter.request("again", { ...input, repeats: { exportId: "first", askedAt: "2026-11-20T13:30:00.000Z" } });
    expect((await run(exporter, "again")).compared).toEqual({ outcome: "unknown", because: "no-file" });
  });

  it("is not compared row by row if another version of Sheaf made the first", async () => {
    const { exporter, orders, again } = await given();
    note(orders[0], "#renamed");
    const newer = { ...exporter.deps, fingerprint: { ...exporter.deps.fingerprint, app: "1.0.0" } };
    expect((await again(newer)).compared).toEqual({ outcome: "unknown", because: "other-version" });
  });

  it("is not compared if the first file has expired, unless the content is identical", async () => {
    for (const changed of [true, false]) {
      const { exporter, orders, again } = await given();
      exporter.clock.advance(8 * 24 * 3_600_000);
      await exporter.deps.queue.enqueue({
        id: "expire-export:first",
        kind: "expire-export",
        lane: "short",
        tenant,
        dueAt: exporter.clock.now(),
        payload: { exportId: "first", tenant, correlation: "c", causation: "c" },
      });
      await createExpireJob(exporter.deps)(await exporter.claim("expire-export"), new AbortController().signal);
      expect(await exporter.deps.fileStore.list()).toEqual(["first.1.people"]);
      if (changed) note(orders[0], "#renamed");
      const outcome = changed ? { outcome: "unknown", because: "rows-gone" } : { outcome: "identical" };
      expect((await again()).compared).toEqual(outcome);
    }
  });

  it("is not compared if the row hashes are missing or made with another key", async () => {
    const { exporter, orders, again } = await given();
    note(orders[0], "#renamed");
    await exporter.deps.fileStore.delete("first.1.rows");
    expect((await again()).compared).toEqual({ outcome: "unknown", because: "rows-gone" });
    const other = await given();
    note(other.orders[0], "#renamed");
    const vault = { ...other.exporter.deps.vault, sign: () => "another-key" };
    expect((await other.again({ ...other.exporter.deps, vault })).compared).toEqual({
      outcome: "unknown",
      because: "rows-gone",
    });
  });

  it("is never compared with an export of another shop", async () => {
    const { exporter, input } = await given();
    const repeats = { exportId: "first", askedAt: "2026-11-20T13:30:00.000Z" };
    const foreign = { ...input, exportId: "foreign", tenant: "another", repeats };
    const inputHash = await freezeInput(exporter.deps.stateStore, foreign);
    const asked = await exporter.send("foreign", (context) => ({
      type: "RequestExport",
      exportId: "foreign",
      tenant: "another",
      shop: "s",
      reportId: "r",
      reportTitle: "t",
      fileType: input.fileType,
      fileName: "f",
      inputHash,
      trigger: "manual",
      emptyExpected: false,
      asked: null,
      context,
    }));
    expect(isRefusal(asked)).toBe(false);
    expect((await run(exporter, "foreign")).compared).toEqual({ outcome: "unknown", because: "no-file" });
  });
});
