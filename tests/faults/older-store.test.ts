import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import {
  createDesign,
  download,
  generate,
  listExports,
  logIn,
  type Merchant,
  waitForExport,
} from "#tests/support/merchant.ts";
import { privacyEnds } from "#tests/support/privacy.ts";
import { runRepair } from "#tests/support/run-repair.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { countEvents } from "./recorded-events.ts";

const moment = "2026-11-01T10:30:00Z";
const env = { DEMO_NOW: moment, LOG_LEVEL: "silent" };
const range = { kind: "ninetyDays" } as const;
/** Enough writes to pass every checkpoint. */
const writesSince = 60;

let dataDir: string;
let ports: [number, number];
let sheaf: StartedSheaf | undefined;
const start = async () => {
  sheaf = await startSheaf({ dataDir, ports, env });
  return sheaf;
};
const stop = async () => {
  const running = sheaf;
  sheaf = undefined;
  await running?.stop();
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-older-"));
  ports = [await freePort(), await freePort()];
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

const events = () => join(dataDir, "events.db");

/** The writes of a version of Sheaf that only compared positions. */
const writeSince = async () => {
  const store = createSqliteEventStore({ file: events() });
  for (let n = 0; n < writesSince; n += 1)
    await store.appendToStream(
      `support-${n}`,
      [{ id: `since-${n}`, type: "MarketingChoiceChanged", data: {}, metadata: { schema: 1, instant: moment } }],
      { expectedVersion: "no-stream" },
    );
  await store.close();
};
const titles = async (merchant: Merchant) =>
  (await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports")).map(({ title }) => title);

describe("given an older events.db was restored with a newer state.db, and has grown since", () => {
  let kept: { titles: string[]; exportId: string; starts: number };
  let lost: { exportId: string; title: string };

  beforeAll(async () => {
    let merchant = await logIn(await start(), "aurora-demo");
    const design = await createDesign(merchant);
    const { ReportExportId: exportId } = await generate(merchant, design.id, { range });
    await waitForExport(merchant, exportId);
    kept = { titles: await titles(merchant), exportId, starts: countEvents(dataDir).ExportStarted ?? 0 };
    await stop();
    await copyFile(events(), join(dataDir, "older"));

    merchant = await logIn(await start(), "aurora-demo");
    const ghost = await createDesign(merchant);
    const job = await generate(merchant, ghost.id, { range });
    await waitForExport(merchant, job.ReportExportId);
    lost = { exportId: job.ReportExportId, title: ghost.title };
    await demoControl(sheaf?.demoUrl ?? "", "aurora-demo").demand("customers/redact", { email: "ann@example.com" });
    await privacyEnds(dataDir, 1);
    await stop();
    for (const ending of ["-wal", "-shm"]) await rm(events() + ending, { force: true });
    await copyFile(join(dataDir, "older"), events());
    await writeSince();
  });

  it("when Sheaf is started, then it refuses with one message that names the repair", async () => {
    const starting = start();
    await expect(starting).rejects.toThrow(/ended with code 1 .*\n.* know other events .* run 'npm run repair'/);
    await expect(starting).rejects.not.toThrow(/\n {4}at /);
  });

  it("when the repair only checks, then it names what is lost and changes nothing", async () => {
    const { code, said } = await runRepair(dataDir);
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`Exports that are lost:\\n.*'${lost.title}' of aurora-demo`));
    expect(said).toMatch(/Changes that are lost:\n.*report '.*' of aurora-demo/);
    expect(said).toMatch(/Requests about personal data that are lost.*:\n.* of a customer .* of aurora-demo, webhook /);
    expect(said).toMatch(/Nothing was changed\./);
    expect((await runRepair(dataDir)).said).toBe(said);
  });

  it("when it is repaired, then Sheaf shows what events.db contains, and runs new exports", async () => {
    expect(await runRepair(dataDir, "--mend")).toMatchObject({ code: 0 });
    const { url } = await start();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const merchant = await logIn({ url }, "aurora-demo");
    await expect.poll(() => titles(merchant)).toEqual(kept.titles);
    const before = await listExports(merchant);
    expect(before.map(({ ReportExportId }) => ReportExportId)).toEqual([kept.exportId]);
    const [old] = before;
    if (!old) throw new Error("The export is not listed.");
    expect((await download(merchant, old)).length).toBeGreaterThan(0);
    expect(countEvents(dataDir).ExportStarted).toBe(kept.starts);

    const design = await createDesign(merchant);
    const job = await generate(merchant, design.id, { range });
    await waitForExport(merchant, job.ReportExportId);
    expect(countEvents(dataDir).ExportStarted).toBe(kept.starts + 1);
  });

  it("when Sheaf runs, then the repair refuses with a message", async () => {
    const { code, said } = await runRepair(dataDir, "--mend");
    expect(code).toBe(1);
    expect(said.trim()).toMatch(/^Sheaf is running on .*\. Stop it first, then run 'npm run repair' again\.$/);
  });
});
