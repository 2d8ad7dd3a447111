import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoControl } from "#tests/support/demo-control.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { filesOf, forgetPeopleOf, openPrivacyRequests, privacyEnds } from "#tests/support/privacy.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

/** Moments between the steps of upkeep, each of which kills it once. */
const moments = [
  "upkeep:privacy:after-erased-before-removed",
  "upkeep:privacy:before-end",
  "upkeep:privacy:after-end",
  "upkeep:privacy:after-shop-erased",
];

/** A job that is done again and again, each time by a process that was just started. */
const patience = 200_000;
const moment = "2026-11-01T10:30:00Z";

let sheaf: StartedSheaf;
let merchant: Merchant;
let reportId: string;

const report = async () => {
  const { ReportExportId } = await generate(merchant, reportId, { range: { kind: "noFilter" } });
  await waitForExport(merchant, ReportExportId);
  return ReportExportId;
};
const killedAt = (point: string) => existsSync(join(sheaf.dataDir, "failpoints", point));
const control = () => demoControl(sheaf.demoUrl, "aurora-demo");

beforeAll(async () => {
  const FAILPOINTS = moments.join(",");
  sheaf = await startSheaf({ env: { DEMO_NOW: moment, CLOCK_NOW: moment, FAILPOINTS, LOG_LEVEL: "silent" } });
  merchant = await logIn(sheaf, "aurora-demo");
  reportId = (await createDesign(merchant)).id;
}, 120_000);
afterAll(() => sheaf?.stop());

describe("given upkeep is killed between its steps", () => {
  it("when a customer's data is to be erased, then it is, with one end that counts every file once", async () => {
    const ids = [await report(), await report()];
    for (const id of ids) await forgetPeopleOf(sheaf.dataDir, id);
    await control().demand("customers/redact", { email: "ann@example.com" });
    const ends = await privacyEnds(sheaf.dataDir, 1, patience);
    expect(ends).toMatchObject([{ outcome: "carried-out", counts: { exports: 2, files: 2, values: 0 } }]);
    for (const id of ids) expect(await filesOf(sheaf.dataDir, id)).toEqual([]);
    const erased = (await recordedEvents(sheaf.dataDir, "ExportFileErased")).map(({ stream }) => stream);
    expect(erased.sort()).toEqual(ids.map((id) => `export-${id}`).sort());
  });

  it("when the shop is to be erased, then it is, with one end, and nothing is left open", async () => {
    const id = await report();
    await control().uninstall();
    await until("it has left", async () => (await recordedEvents(sheaf.dataDir, "ShopUninstalled")).length === 1);
    await control().demand("shop/redact");
    expect(await privacyEnds(sheaf.dataDir, 2, patience)).toMatchObject([
      {},
      { outcome: "carried-out", counts: { files: 1 } },
    ]);
    await until("nothing is open", () => openPrivacyRequests(sheaf.dataDir) === 0, { within: patience });
    expect(moments.filter((moment) => !killedAt(moment))).toEqual([]);
    expect(await recordedEvents(sheaf.dataDir, "PrivacyRequestCarriedOut")).toHaveLength(2);
    expect(await recordedEvents(sheaf.dataDir, "ShopErased")).toHaveLength(1);
    expect(await filesOf(sheaf.dataDir, id)).toEqual([]);
  });
});
