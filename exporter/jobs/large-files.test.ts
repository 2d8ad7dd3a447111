import { describe, expect, it } from "vitest";
import { CustomColumnCategory, type ExportStatus, FileType } from "#domain/enumerations.ts";
import { exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { makeFile } from "../attempt/make-file.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;
const usual = { title: null, width: null, format: null };
const long = '=REPT("\u6f22",32767)';
const columns = (formulas: number) => [
  { ...usual, column: "OrderNum" },
  ...Array.from({ length: formulas }, (_, at) => ({
    ...usual,
    column: `Custom${at + 1}`,
    custom: { category: CustomColumnCategory.ExcelFormula, formula: long },
  })),
];

const requested = async (fileType: FileType, formulas: number, orders = 40) => {
  const exporter = exporterForTests(someOrders(orders));
  const { design } = await exporter.request("other");
  const input = await exporter.request("e1", { fileType, design: { ...design, columns: columns(formulas) } });
  await exporter.enqueue("e1");
  return { ...exporter, input };
};

describe("a report whose file would exceed the size limit", () => {
  it.each(Object.values(FileType))("fails at once with advice, and leaves nothing: format %i", async (fileType) => {
    const exporter = await requested(fileType, 5);
    exporter.deps.bytesAtMost = 3_000_000;
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      attempt: 1,
      code: "too-large",
      reason:
        "The file would be larger than the limit of 3 MB. Choose a shorter date range, fewer columns or shorter formulas. You can split a long range into several reports.",
    });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("is made if it fits", async () => {
    const exporter = await requested(FileType.Csv, 5, 4);
    exporter.deps.bytesAtMost = 3_000_000;
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
  });
});

describe("the files of a shop's reports", () => {
  it("count against the quota once finished, with their records of people and rows", async () => {
    const exporter = await requested(FileType.Csv, 1);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    const state = await exporter.stateOf("e1");
    const bytes = state.status === "finished" ? state.file.bytes : 0;
    const people = (await exporter.deps.fileStore.size("e1.1.people")) ?? 0;
    expect(people).toBeGreaterThan(0);
    const entry = await exporter.deps.stateStore.get<Record<string, number>>(`files-kept:${tenant}`);
    const rows = (await exporter.deps.fileStore.size("e1.1.rows")) ?? 0;
    expect(rows).toBeGreaterThan(16);
    expect(Object.values(entry?.value ?? {})).toEqual([bytes + people + rows]);
  });

  it("end an already requested report without a file if they exceed the quota", async () => {
    const exporter = await requested(FileType.Csv, 1);
    await exporter.deps.storageQuota.add(tenant, 4e9);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      code: "too-large",
      reason: expect.stringMatching(/^Your shop's report files take up more than 4,000 MB, .* Try again in 7 days/),
    });
    expect(await exporter.nothingLeft()).toBe(true);
  });
});

it("progress advances within a page of orders while rows with slow formulas are written", async () => {
  const exporter = await requested(FileType.Csv, 1);
  const orders = someOrders(400);
  const paged = exporterForTests(orders, 400);
  const steps: number[] = [];
  const part = await paged.deps.fileStore.createPart("p.part");
  await makeFile({
    platform: paged.platform,
    input: exporter.input,
    part,
    people: { record: () => undefined, flush: async () => undefined },
    statuses: async () => new Map(),
    progress: { report: (_status: ExportStatus, step: number) => void steps.push(step), end: async () => undefined },
    expectedOrders: 400,
    bytesAtMost: 1e9,
    spilling: { spool: paged.deps.scratch.open("p"), spillAfterBytes: 64e6, bytesAtMost: 2e9 },
    signal: never,
  });
  expect(new Set(steps).size).toBeGreaterThan(5);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect(steps.at(-1)).toBe(400);
});
