import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { type ArmedFault, demoControl } from "#tests/support/demo-control.ts";
import {
  createDesign,
  download,
  generate,
  listExports,
  logIn,
  type Merchant,
  type Range,
  waitForEnd,
  waitForExport,
} from "#tests/support/merchant.ts";
import { byPages, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { expectUnderstandable } from "#tests/support/understandable.ts";
import { demoNow } from "./scenario.ts";

/** Faults that the platform can cause in an export, one at a time, in the middle of its pages. */

// Up to the moment of the request, and of more than a dozen pages.
const range: Range = { kind: "custom", from: "2026-05-01", to: "2026-11-01" };

let sheaf: StartedSheaf;
let merchant: Merchant;
let reportId: string;
let undisturbed: Buffer;
let control: ReturnType<typeof demoControl>;

const request = async () => (await generate(merchant, reportId, { range })).ReportExportId;
const exported = async (): Promise<ExportJob> => waitForEnd(merchant, await request(), 240_000);
const bytes = (job: ExportJob) => download(merchant, job);

beforeAll(async () => {
  // Orders that come in while pages are read are made a minute after the newest one: after the moment of the request.
  sheaf = await startSheaf({ env: { DEMO_NOW: demoNow, CLOCK_NOW: "2026-11-01T10:30:30Z", ...byPages } });
  merchant = await logIn(sheaf, "borealis-demo");
  control = demoControl(sheaf.demoUrl, "borealis-demo");
  reportId = (await createDesign(merchant)).id;
  undisturbed = await bytes(await waitForExport(merchant, await request()));
  const { orderPages } = await control.stats();
  expect(orderPages, "pages of an undisturbed export: the faults must strike in the middle").toBeGreaterThan(8);
}, 120_000);
afterAll(() => sheaf?.stop());
beforeEach(() => control.reset());

/** Arms faults, exports, and checks that the faults happened. */
const exportedDespite = async (...faults: ArmedFault[]): Promise<ExportJob> => {
  for (const fault of faults) await control.arm(fault);
  const job = await exported();
  expect((await control.stats()).faults, "faults that did not happen").toEqual([]);
  return job;
};

describe("a temporary fault doesn't change the file", () => {
  it.each<[string, ArmedFault]>([
    ["is throttled three times", { kind: "throttle", after: 8, times: 3 }],
    ["answers 429 with Retry-After", { kind: "429", after: 8, times: 2, retryAfter: 1 }],
    ["answers 500 twice", { kind: "500", after: 8, times: 2 }],
    ["cuts the connection twice, in the middle of an answer", { kind: "cut", after: 8, times: 2 }],
    ["lets the token expire", { kind: "expired-token", after: 8 }],
    ["takes three seconds to answer", { kind: "slow", after: 8, times: 2, delayMs: 3_000 }],
    ["gets new orders while pages are read", { kind: "order-while-paging", after: 2, times: 3 }],
  ])("when the platform %s", async (_what, fault) => {
    const job = await exportedDespite(fault);
    expect(job).toMatchObject({ Status: ExportStatus.Finished, FailedReason: null });
    expect((await bytes(job)).equals(undisturbed)).toBe(true);
  });

  it("and an expired token is refreshed once", async () => {
    await exportedDespite({ kind: "expired-token", after: 8 });
    expect(await control.stats()).toMatchObject({ refreshes: 1, unauthorized: 1 });
  });

  it("when new orders arrive, which aren't in the file", async () => {
    const job = await exportedDespite({ kind: "order-while-paging", after: 2, times: 3 });
    expect((await control.stats()).orders).toBe(12_003);
    expect((await bytes(job)).equals(undisturbed)).toBe(true);
  });

  it("when several faults occur together", async () => {
    const job = await exportedDespite(
      { kind: "throttle", after: 3 },
      { kind: "429", after: 5, retryAfter: 1 },
      { kind: "500", after: 7 },
      { kind: "cut", after: 8 },
      { kind: "order-while-paging", after: 2 },
    );
    expect((await bytes(job)).equals(undisturbed)).toBe(true);
  });
});

describe("a permanent fault fails the export with advice and without a file", () => {
  const logInAgain = async () => {
    merchant = await logIn(sheaf, "borealis-demo");
  };
  // Whatever a fault left behind, the next one meets a shop in order.
  afterEach(logInAgain);
  const failedWith = async (fault: ArmedFault, advice: RegExp): Promise<void> => {
    const job = await exportedDespite(fault);
    expect(job).toMatchObject({ Status: ExportStatus.Failed, PublicUrl: null, Orders: null });
    expectUnderstandable(job.FailedReason, advice);
    const listed = (await listExports(merchant)).find(({ ReportExportId }) => ReportExportId === job.ReportExportId);
    expect(listed?.FailedReason).toBe(job.FailedReason);
  };
  const worksAgain = async () => {
    await control.reset();
    const job = await exported();
    expect(job.Status, job.FailedReason ?? "").toBe(ExportStatus.Finished);
    expect((await bytes(job)).equals(undisturbed)).toBe(true);
  };

  it("when the token is revoked, and exports work after a new login", async () => {
    await failedWith({ kind: "revoked", after: 8 }, /log in/i);
    await logInAgain();
    await worksAgain();
  });

  // Without read_all_orders the platform leaves out orders older than 60 days and says nothing (P-1.6).
  it.each(["read_orders", "read_products", "read_all_orders"])(
    "when the permission %s is withdrawn, and exports work after a new login",
    async (scope) => {
      await failedWith({ kind: "scope-withdrawn", after: 8, scope }, /log in again/i);
      await logInAgain();
      await worksAgain();
    },
  );

  it("when the platform doesn't understand the search", async () => {
    await failedWith({ kind: "search-warning", after: 8 }, /try again|support|contact/i);
    await worksAgain();
  });
});
