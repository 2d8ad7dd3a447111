import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { fixedMoments } from "#tests/acceptance/scenario.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { createDesign, generate, logIn, type Merchant, waitForEnd, waitForExport } from "#tests/support/merchant.ts";
import { byPages, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { expectUnderstandable } from "#tests/support/understandable.ts";

/** A platform that does not come back: all patience of all attempts is used up, which takes minutes. */

let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: { ...fixedMoments, ...byPages } });
  merchant = await logIn(sheaf, "borealis-demo");
}, 120_000);
afterAll(() => sheaf?.stop());

describe("a merchant who waits for a silent platform", () => {
  it.each([
    "orders/page-count?location=manual",
    "orders/selectedOrders?location=manual",
    "locations/get-names",
    `filters/suggestions?field=${SieverCode.OrderTags}`,
  ])("gets an error message after ten seconds: %s", async (path) => {
    const control = demoControl(sheaf.demoUrl, "borealis-demo");
    await control.arm({ kind: "silent", times: 1_000_000 });
    // The promise is ten seconds; a busy machine gets five more.
    const reply = await fetch(`${sheaf.url}/api/${path}`, {
      headers: { authorization: `Bearer ${merchant.client.token()}` },
      signal: AbortSignal.timeout(15_000),
    });
    expect(reply.status).toBe(503);
    expectUnderstandable(((await reply.json()) as { ErrorMessage: string }).ErrorMessage, /try again/i);
    await expect.poll(async () => (await control.stats()).unanswered).toBe(0);
    await control.reset();
  });
});

describe("an export fails with a reason, and the next one succeeds", () => {
  it.each(["500", "cut"] as const)("when the platform answers every page with '%s'", async (kind) => {
    const control = demoControl(sheaf.demoUrl, "borealis-demo");
    const { id } = await createDesign(merchant);
    const request = async () => (await generate(merchant, id, { range: { kind: "noFilter" } })).ReportExportId;

    await control.arm({ kind, after: 8, times: 1_000_000 });
    const job = await waitForEnd(merchant, await request(), 900_000);
    expect(job).toMatchObject({ Status: ExportStatus.Failed, PublicUrl: null, Orders: null });
    expectUnderstandable(job.FailedReason, /try again/i);

    await control.reset();
    expect(await waitForExport(merchant, await request(), 240_000)).toMatchObject({ Orders: 12_000 });
  });
});
