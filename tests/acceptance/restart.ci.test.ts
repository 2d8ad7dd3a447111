import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import {
  createDesign,
  download,
  generate,
  listExports,
  logIn,
  type Merchant,
  poll,
  type Range,
  waitForExport,
} from "#tests/support/merchant.ts";
import { descendantsOf, isAlive } from "#tests/support/processes.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { byPages, freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { demoNow } from "./scenario.ts";

/** Stopping and starting again on the same data folder, in the middle of work. */

// A range that ended long ago: the same orders at any moment, enough of them to be caught in the act.
const range: Range = { kind: "custom", from: "2026-04-01", to: "2026-09-30" };

let sheaf: StartedSheaf;
let dataDir: string;
let ports: [number, number];
let merchant: Merchant;
let reportId: string;
let first: string;
let undisturbed: Buffer;

const start = async () => {
  sheaf = await startSheaf({ env: { DEMO_NOW: demoNow, ...byPages }, dataDir, ports });
};
/** Sends SIGTERM. Returns the processes left afterwards. */
const stop = async () => {
  const pid = sheaf.process.pid;
  if (pid === undefined) throw new Error("Sheaf has no process.");
  const children = await descendantsOf(pid);
  const since = performance.now();
  const code = await sheaf.stop();
  return { code, took: performance.now() - since, children, left: children.filter(isAlive) };
};
const designs = () => merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports");

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-restart-"));
  ports = [await freePort(), await freePort()];
  await start();
  merchant = await logIn(sheaf, "borealis-demo");
  reportId = (await createDesign(merchant)).id;
  first = (await generate(merchant, reportId, { range })).ReportExportId;
  undisturbed = await download(merchant, await waitForExport(merchant, first));
}, 120_000);
afterAll(async () => {
  await sheaf?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("SIGTERM while an export runs", () => {
  let interrupted: string;

  it("stops every process within 5 seconds, with code 0", async () => {
    // A platform that takes its time after some pages holds the export in the middle of its work.
    await demoControl(sheaf.demoUrl, "borealis-demo").arm({ kind: "slow", after: 8, times: 1_000, delayMs: 20_000 });
    interrupted = (await generate(merchant, reportId, { range })).ReportExportId;
    await until("the export is running", async () => {
      const [job] = await poll(merchant, [interrupted]);
      return job !== undefined && job.Status > ExportStatus.Processing && job.Step > 0;
    });
    const { code, took, children, left } = await stop();
    expect(code, sheaf.output()).toBe(0);
    expect(children.length).toBeGreaterThanOrEqual(5);
    expect(left).toEqual([]);
    expect(took).toBeLessThan(5_000);
    expect(await recordedEvents(dataDir, "ExportFinished")).toHaveLength(1);
  });

  it("finishes the export after a restart, with the same bytes, and keeps everybody logged in", async () => {
    await start();
    const job = await waitForExport(merchant, interrupted);
    expect((await download(merchant, job)).equals(undisturbed)).toBe(true);
    const newestFirst = (await listExports(merchant)).map(({ ReportExportId }) => ReportExportId);
    expect(newestFirst).toEqual([interrupted, first]);
    expect(await recordedEvents(dataDir, "ExportFinished")).toHaveLength(2);
  });
});

describe("read-models.db deleted while Sheaf was stopped", () => {
  it("is rebuilt: every list is back, no export is repeated, everybody stays logged in", async () => {
    const before = { exports: await listExports(merchant), designs: await designs() };
    expect(before.exports).toHaveLength(2);
    expect(before.designs).toHaveLength(1);
    await stop();
    const started = await recordedEvents(dataDir, "ExportStarted");
    const readModels = (await readdir(dataDir)).filter((name) => name.startsWith("read-models.db"));
    expect(readModels).toContain("read-models.db");
    for (const name of readModels) await rm(join(dataDir, name));

    await start();
    const after = await until("the lists are back", async () => {
      const seen = { exports: await listExports(merchant), designs: await designs() };
      return seen.exports.length === 2 && seen.designs.length === 1 ? seen : undefined;
    });
    expect(after).toEqual(before);
    expect(await recordedEvents(dataDir, "ExportFinished")).toHaveLength(2);
    expect(await recordedEvents(dataDir, "ExportStarted")).toHaveLength(started.length);
    const [newest] = after.exports;
    if (!newest) throw new Error("The list is empty.");
    expect((await download(merchant, newest)).equals(undisturbed)).toBe(true);
  });
});
