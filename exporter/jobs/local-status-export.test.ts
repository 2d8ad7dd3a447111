import { beforeEach, describe, expect, it } from "vitest";
import { isRefusal } from "#domain/core/decider.ts";
import { FileType, Grouping, LocalStatus, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { type LocalStatusCommand, localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import { collections } from "#domain/read-models/documents.ts";
import { type ExporterForTests, exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;
const { Done, Problem, InProgress } = LocalStatus;

let exporter: ExporterForTests;
let finds: number;
beforeEach(async () => {
  exporter = exporterForTests(someOrders(25));
  await exporter.readStore.ensureCollections([collections.localStatuses]);
  finds = 0;
  const { find } = exporter.deps.readModels;
  exporter.deps.readModels.find = async (...asked) => {
    finds += 1;
    return find(...asked);
  };
});

/** Does the work of the call and the projection. */
const set = async (orderId: number, status: LocalStatus) => {
  const id = toLocalStatusId(tenant, `${orderId}`);
  const result = await exporter.deps.runner.execute(
    localStatusDecider,
    id,
    (context): LocalStatusCommand => ({ type: "SetLocalStatus", orderId: `${orderId}`, status, context }),
    { tenant, actor: { kind: "merchant" }, correlation: "c" },
  );
  if (isRefusal(result) || result.position === undefined) throw new Error("It was not set.");
  const document = { tenant, orderId: `${orderId}`, status };
  const { name: collection } = collections.localStatuses;
  await exporter.readStore.apply([{ collection, kind: "put", id, position: result.position, document }]);
};
const design = (columns: string[], changes: Partial<FrozenInput["design"]> = {}): Partial<FrozenInput> => ({
  fileType: FileType.Csv,
  design: {
    reportId: "design-1",
    title: "Untitled1",
    grouping: Grouping.OnePerOrder,
    splitter: WorksheetSplitter.None,
    sortedBy: null,
    columns: columns.map((column) => ({ column, title: null, width: null, format: null })),
    ...changes,
  },
});
const make = async (exportId: string): Promise<string[]> => {
  await exporter.enqueue(exportId);
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  const state = await exporter.stateOf(exportId);
  if (state.status !== "finished") throw new Error(`The export is ${state.status}.`);
  return (await exporter.fileOf(state.file.fileKey)).trim().split(/\r?\n/);
};

describe("a report with the local statuses of its orders", () => {
  it("shows each status by name, or an empty cell, with one read per page of orders", async () => {
    await set(5_000, Done);
    await set(4_977, InProgress);
    await set(4_978, Problem);
    await set(4_978, LocalStatus.none);
    await exporter.request("x1", design(["OrderNum", "LocalStatus"]));
    const lines = await make("x1");
    expect(lines.filter((line) => !line.endsWith(","))).toEqual([
      expect.stringMatching(/Order number,Local status$/),
      "#5000,Done",
      "#4977,In progress",
    ]);
    expect([lines.length, finds]).toEqual([26, 3]);
  });

  it("shows it in each row of the order", async () => {
    await set(4_996, Done);
    await exporter.request("x1", design(["OrderNum", "LocalStatus"], { grouping: Grouping.Orders }));
    expect((await make("x1")).filter((line) => line.startsWith("#4996"))).toEqual(["#4996,Done", "#4996,Done"]);
  });

  it("can be sorted by it even if it is not shown", async () => {
    await set(4_980, Done);
    await set(4_990, Problem);
    const sortedBy = { column: "LocalStatus", sorting: Sorting.Ascending } as const;
    await exporter.request("x1", design(["OrderNum"], { sortedBy }));
    expect((await make("x1")).slice(1, 4)).toEqual(["#4980", "#4990", "#5000"]);
  });

  it("reads no statuses if none are shown", async () => {
    await set(5_000, Done);
    await exporter.request("x1", design(["OrderNum"]));
    await make("x1");
    expect(finds).toBe(0);
  });

  it("shows the statuses at the time of the request, even if others are chosen later", async () => {
    await set(5_000, Done);
    await set(4_999, Problem);
    await exporter.request("x1", design(["OrderNum", "LocalStatus"]));
    await set(5_000, Problem);
    await set(4_999, LocalStatus.none);
    exporter.platform.beforePage = (page) => set(4_998 - page, InProgress);
    const lines = await make("x1");
    expect(lines.filter((line) => !line.endsWith(",")).slice(1)).toEqual(["#5000,Done", "#4999,Problem"]);
  });

  it("has the same bytes if its first attempt is lost and others are chosen before the second", async () => {
    const columns = ["OrderNum", "LocalStatus"];
    await set(5_000, Done);
    await exporter.request("whole", design(columns));
    const whole = await make("whole");
    await exporter.request("lost", design(columns));
    await exporter.enqueue("lost");
    const job = await exporter.claim();
    const stopping = new AbortController();
    exporter.platform.beforePage = (page) => {
      if (page === 2) stopping.abort();
    };
    await createExportJob(exporter.deps)(job, stopping.signal).catch(() => undefined);
    expect((await exporter.stateOf("lost")).status).not.toBe("finished");
    exporter.platform.beforePage = undefined;
    await set(5_000, Problem);
    await set(4_990, Problem);
    await createExportJob(exporter.deps)({ ...job, fence: job.fence + 1 }, never);
    const state = await exporter.stateOf("lost");
    if (state.status !== "finished") throw new Error(`The export is ${state.status}.`);
    expect((await exporter.fileOf(state.file.fileKey)).trim().split(/\r?\n/)).toEqual(whole);
  });
});
