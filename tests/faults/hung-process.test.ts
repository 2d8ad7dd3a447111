import { afterAll, beforeAll, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { createDesign, generate, logIn, poll, waitForExport } from "#tests/support/merchant.ts";
import { childOf } from "#tests/support/processes.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

const patience = { timeout: 120_000 };

let sheaf: StartedSheaf;

const health = async () => {
  const response = await fetch(`${sheaf.url}/healthz`);
  const { reasons } = (await response.json()) as { reasons: string[] };
  return { status: response.status, reasons: reasons.join("\n") };
};

beforeAll(async () => {
  sheaf = await startSheaf({ env: { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "error" } });
}, 120_000);
afterAll(() => sheaf?.stop());

it("hung processes are named in health and restarted, and a long report finishes automatically", async () => {
  const merchant = await logIn(sheaf, "borealis-demo");
  const { id } = await createDesign(merchant);
  const { ReportExportId } = await generate(merchant, id, { range: { kind: "noFilter" } });
  await expect
    .poll(async () => (await poll(merchant, [ReportExportId]))[0]?.Status, { ...patience, interval: 20 })
    .not.toBe(ExportStatus.Initialized);
  const modules = { exporter: "exporter/main.ts", projections: "projections/main.ts", workers: "processes/workers.ts" };
  // Only the first of the two exporters takes long reports.
  for (const module of Object.values(modules)) process.kill(await childOf(sheaf.process.pid, module), "SIGSTOP");
  await expect.poll(health, patience).toEqual({
    status: 503,
    reasons: expect.stringMatching(
      /projections has not answered for \d+ s; it will be killed and restarted after 60 s\nworkers .*\nexporter has not answered/,
    ),
  });
  await waitForExport(merchant, ReportExportId, 150_000);
  await expect.poll(health, patience).toEqual({ status: 200, reasons: "" });
  for (const name of Object.keys(modules)) {
    expect(sheaf.output().split(`${name} has not answered`)).toHaveLength(2);
    expect(sheaf.output()).toMatch(new RegExp(`${name} ended \\(it did not answer for 6\\d s and was killed\\)`));
  }
}, 300_000);

it("a hung supervisor is reported by the web process until it continues", async () => {
  sheaf.process.kill("SIGSTOP");
  try {
    await expect.poll(health, patience).toEqual({
      status: 503,
      reasons: expect.stringMatching(
        /^The supervisor \(process \d+\) has not been heard from for 1\d s: .*'kill -CONT \d+'/,
      ),
    });
  } finally {
    sheaf.process.kill("SIGCONT");
  }
  await expect.poll(health, patience).toEqual({ status: 200, reasons: "" });
  expect(sheaf.output()).not.toMatch(/SIGKILL/);
});
