import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { readEverything } from "#tests/contract/support/events.ts";
import { withStores } from "#tests/support/kept-at.ts";
import {
  createDesign,
  download,
  generate,
  listExports,
  logIn,
  type Merchant,
  waitForExport,
} from "#tests/support/merchant.ts";
import { runBackup, runRepair } from "#tests/support/run-repair.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

const env = { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "silent" };
const range = { kind: "ninetyDays" } as const;

let folders: { used: string; whileRunning: string; whileStopped: string };
let ports: [number, number];
let sheaf: StartedSheaf | undefined;
const start = async (dataDir: string): Promise<StartedSheaf> => {
  sheaf = await startSheaf({ dataDir, ports, env });
  return sheaf;
};
const stop = async () => {
  const running = sheaf;
  sheaf = undefined;
  await running?.stop();
};

const makeReport = async (merchant: Merchant) => {
  const design = await createDesign(merchant);
  const { ReportExportId } = await generate(merchant, design.id, { range });
  await waitForExport(merchant, ReportExportId);
};

/** The merchant's view: designs, exports, and the bytes of every file. */
const shown = async (merchant: Merchant) => {
  const designs = await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports");
  const exports = await listExports(merchant);
  const files = await Promise.all(exports.map(async (job) => (await download(merchant, job)).toString("base64")));
  return {
    designs: designs.map(({ title }) => title),
    exports: exports.map(({ ReportExportId }) => ReportExportId),
    files,
  };
};

/** Renames a design over and over, and has reports made meanwhile, as long as it isn't stopped. */
const keepWorking = async (merchant: Merchant) => {
  const { client } = merchant;
  const design = await createDesign(merchant);
  const done = { edits: 0, reports: [] as string[] };
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      await client.data("PUT", "reports/update", { ...design, title: `Edit ${done.edits + 1}` });
      done.edits += 1;
      if (done.edits % 10 !== 1 || done.reports.length === 10) continue;
      const { ReportExportId } = await generate(merchant, design.id, { range });
      done.reports.push(ReportExportId);
    }
  };
  const working = work();
  return {
    /** All that was acknowledged by now. */
    done: () => ({ edits: done.edits, reports: [...done.reports] }),
    stop: async () => {
      isStopped = true;
      await working;
    },
  };
};

/** The numbers of the edits that a folder has events of. */
const editsIn = (folder: string): Promise<number[]> =>
  withStores(folder, async ({ eventStore }) => {
    const events = (await readEverything(eventStore, 1_000)).filter(({ stream }) => stream.startsWith("workspace-"));
    return events.flatMap(({ data }) =>
      [...JSON.stringify(data).matchAll(/"to":"Edit (\d+)"/g)].map(([, n]) => Number(n)),
    );
  });

beforeAll(async () => {
  const folder = (name: string) => mkdtemp(join(tmpdir(), `sheaf-backup-${name}-`));
  folders = {
    used: await folder("used"),
    whileRunning: await folder("running"),
    whileStopped: await folder("stopped"),
  };
  ports = [await freePort(), await freePort()];
});
afterAll(async () => {
  await stop();
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
});

describe("given copies of a data folder, one made while Sheaf ran and one while it was stopped", () => {
  let merchant: Merchant;
  let before: { edits: number; reports: string[] };
  let after: { edits: number; reports: string[] };
  let whileStopped: object;

  beforeAll(async () => {
    merchant = await logIn(await start(folders.used), "aurora-demo");
    await makeReport(merchant);
    const working = await keepWorking(merchant);
    try {
      await until("two reports are requested", async () => working.done().reports.length > 1 || undefined);
      before = working.done();
      expect(await runBackup(folders.used, folders.whileRunning)).toMatchObject({ code: 0 });
      after = working.done();
    } finally {
      await working.stop();
    }
    for (const id of working.done().reports) await waitForExport(merchant, id);
    whileStopped = await shown(merchant);
    await stop();
    await cp(folders.used, folders.whileStopped, { recursive: true });
  });

  it("when the copy made while stopped is restored, then Sheaf starts and shows the same", async () => {
    const { url } = await start(folders.whileStopped);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const again = await logIn({ url }, "aurora-demo");
    await expect.poll(() => shown(again)).toEqual(whileStopped);
    await stop();
  });

  it("when the copy made while running is restored, then every earlier edit and report is there once", async () => {
    expect(after.edits).toBeGreaterThan(before.edits);
    await cp(join(folders.used, "master.key"), join(folders.whileRunning, "master.key"));
    expect(await runRepair(folders.whileRunning, "--end-sessions")).toMatchObject({ code: 0 });
    const { url } = await start(folders.whileRunning);
    expect((await merchant.client.call("GET", "reports/get-reports")).status).toBe(401);

    const again = await logIn({ url }, "aurora-demo");
    const exports = (await listExports(again)).map(({ ReportExportId }) => ReportExportId);
    expect(exports).toEqual(expect.arrayContaining(before.reports));
    expect(new Set(exports).size).toBe(exports.length);
    for (const id of exports) await download(again, await waitForExport(again, id));
    const filesThere = async () => {
      const names = await readdir(join(folders.whileRunning, "files"));
      return names.filter((name) => name.endsWith(".csv")).length;
    };
    // The file of an attempt that ended after that moment goes within a minute.
    await expect.poll(filesThere, { timeout: 90_000 }).toBe(exports.length);

    const { designs } = await shown(again);
    await makeReport(again);
    await stop();
    const edits = await editsIn(folders.whileRunning);
    expect(edits).toEqual(edits.map((_, n) => n + 1));
    expect(edits.length).toBeGreaterThanOrEqual(before.edits);
    // One more may have been saved, and not yet acknowledged.
    expect(edits.length).toBeLessThanOrEqual(after.edits + 1);
    expect(designs).toContain(`Edit ${edits.length}`);
  });
});
