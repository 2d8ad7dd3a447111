import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { fixedMoments } from "#tests/acceptance/scenario.ts";
import { watchMemory } from "#tests/load/memory.ts";
import { expectSameBytes, heldReports, shopNamed } from "#tests/support/bulk-exports.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { tenant } from "#tests/support/exporter-for-tests.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

describe("a report of 12,000 orders has the same bytes whether they are read in pages or in bulk", () => {
  const shop = "borealis-demo";
  let demo: DemoPlatform;
  beforeAll(async () => {
    demo = await demoPlatform({ tenant, shop }, new Date("2026-11-20T12:30:00Z"));
  });
  afterAll(() => demo.close());

  it.each(heldReports)("%s", async (_, input) => {
    const { orders } = await expectSameBytes(demo, 12_000, { ...input, shop: shopNamed(shop) });
    // The newest was made at the very moment of the request, which is the first that does not count.
    expect(orders).toBe(11_999);
  });
});

describe("a report of 120,000 orders read in bulk", () => {
  /** MiB that a worker may take, whatever the length of a report (ADR 65). */
  const mostMiB = 250;
  let sheaf: StartedSheaf;
  let merchant: Merchant;
  beforeAll(async () => {
    sheaf = await startSheaf({ env: fixedMoments });
    merchant = await logIn(sheaf, "cumulus-demo");
  }, 300_000);
  afterAll(() => sheaf?.stop());

  it.each([
    ["CSV", FileType.Csv],
    ["Excel", FileType.Excel],
  ])(`takes at most ${mostMiB} MiB of the worker's memory as %s`, async (_, fileType) => {
    const { id } = await createDesign(merchant);
    const memory = await watchMemory(sheaf.process.pid ?? 0);
    const { ReportExportId } = await generate(merchant, id, { range: { kind: "noFilter" }, fileType });
    const job = await waitForExport(merchant, ReportExportId, 1_200_000);
    const peaks = [...(await memory.end())].filter(([name]) => name.startsWith("exporter"));
    console.log(`peak of ${peaks.map(([name, { peak }]) => `${name}: ${Math.round(peak)} MiB`).join(", ")}`);
    expect(job.Orders).toBe(120_000);
    expect(peaks.length).toBeGreaterThan(0);
    for (const [name, { peak }] of peaks) expect(peak, name).toBeLessThanOrEqual(mostMiB);
  });
});
