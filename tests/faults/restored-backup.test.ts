import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import {
  createDesign,
  download,
  generate,
  listExports,
  logIn,
  type Merchant,
  waitForExport,
} from "#tests/support/merchant.ts";
import { runRepair } from "#tests/support/run-repair.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

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

/** What a merchant sees: designs, exports, and the bytes of every file. */
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

/** As docs/operations.md has it: SQLite's online backup, state before events. */
const backUp = async (from: string, to: string): Promise<void> => {
  for (const name of ["state.db", "events.db"]) {
    const db = new DatabaseSync(join(from, name), { readOnly: true });
    await backup(db, join(to, name));
    db.close();
  }
  await cp(join(from, "files"), join(to, "files"), { recursive: true });
  await cp(join(from, "master.key"), join(to, "master.key"));
};

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

describe("given copies of a data folder, one made while Sheaf worked and one while it was stopped", () => {
  const seen: { whileRunning?: object; whileStopped?: object } = {};

  beforeAll(async () => {
    const merchant = await logIn(await start(folders.used), "aurora-demo");
    await makeReport(merchant);
    seen.whileRunning = await shown(merchant);
    // It goes on working while it is copied: what comes meanwhile may be in the copy, as of the list it is seen.
    const working = makeReport(merchant);
    await backUp(folders.used, folders.whileRunning);
    await working;
    seen.whileStopped = await shown(merchant);
    await stop();
    await cp(folders.used, folders.whileStopped, { recursive: true });
  });

  it("when the one made while it was stopped is put back, then Sheaf starts and shows the same", async () => {
    const { url } = await start(folders.whileStopped);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const merchant = await logIn({ url }, "aurora-demo");
    await expect.poll(() => shown(merchant)).toEqual(seen.whileStopped);
    await stop();
  });

  it("when the one made while it worked is put back and sessions are ended, then Sheaf starts and shows what there was", async () => {
    expect(await runRepair(folders.whileRunning, "--end-sessions")).toMatchObject({ code: 0 });
    const { url } = await start(folders.whileRunning);
    const merchant = await logIn({ url }, "aurora-demo");
    const before = seen.whileRunning as Awaited<ReturnType<typeof shown>>;
    const now = await shown(merchant);
    expect(now.designs).toEqual(expect.arrayContaining(before.designs));
    expect(now.exports).toEqual(expect.arrayContaining(before.exports));
    expect(now.files).toEqual(expect.arrayContaining(before.files));
    await makeReport(merchant);
    expect((await listExports(merchant)).length).toBe(now.exports.length + 1);
    await stop();
  });
});
