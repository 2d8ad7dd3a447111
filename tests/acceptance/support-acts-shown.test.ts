import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  ConsoleAct,
  ConsoleActivity,
  ConsoleAutomationDetails,
  ConsoleExport,
  ConsoleExportDetails,
  ConsoleShop,
  ConsoleShopDetails,
} from "#domain/wire/support/console.ts";
import type { ConsoleTroubledReport } from "#domain/wire/support/console-alerts.ts";
import type { SignedInBrowser } from "#tests/support/console-for-tests.ts";
import { type ConsoleWithShop, startConsoleWithShop } from "#tests/support/console-with-shop.ts";

/**
 * ADR 102: support's actions for a shop are in every list of the console about it, and no read model fails on them.
 */

let support: ConsoleWithShop;
let admin: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleWithShop({ projecting: true });
  admin = await support.signIn("admin");
  await support.shown();
});
afterEach(async () => {
  const { stuck } = support;
  await support.close();
  expect(stuck).toEqual([]);
});

const list = <Row>(name: string, filter: object = {}): Promise<Row[]> =>
  support.one<Row[]>(admin, `${name}?filter=${encodeURIComponent(JSON.stringify(filter))}`);
/**
 * Performs the action. Returns its entries in the log and the shop's activity, without the views that are recorded
 * beside.
 */
const act = async (path: string, body: object = {}) => {
  const tenant = { tenant: support.tenant };
  const before = (await list<ConsoleActivity>("happenings", tenant)).map(({ id }) => id);
  const { status, message, exportId } = await support.act(admin, path, { reason: "They asked for it.", ...body });
  expect([path, status, message]).toEqual([path, 200, undefined]);
  await support.shown();
  const noted = (await list<ConsoleAct>("console-acts", tenant)).filter(({ reason }) => reason !== null);
  const told = (await list<ConsoleActivity>("happenings", tenant)).filter(({ id }) => !before.includes(id));
  for (const { reason, agentName } of noted) expect([reason, agentName]).toEqual(["They asked for it.", "Demo admin"]);
  for (const { byName } of told) expect(byName).toBe("Demo admin");
  return {
    exportId,
    noted: noted.map(({ what, change }) => (change === null ? what : `${what}: ${change}`)),
    told: told
      .map(({ what }) => what)
      .filter((what) => what !== "Looked at the shop.")
      .toSorted(),
  };
};
const ofShop = (verb: string, body: object) => act(`shops/${support.tenant}/${verb}`, body);
const shop = () => support.one<ConsoleShopDetails>(admin, `shops/${support.tenant}`);

describe("a support action appears in the lists, on the item, in the log and in the shop's activity:", () => {
  it("a tier", async () => {
    expect(await list<ConsoleShop>("shops", { tier: "Growth" })).toEqual([]);
    const acted = await ofShop("change-tier", { seen: "Unlimited", tier: "Growth", waive: false });
    expect(await list<ConsoleShop>("shops", { tier: "Growth" })).toMatchObject([
      { id: support.tenant, tier: "Growth" },
    ]);
    expect(await list<ConsoleShop>("shops", { tier: "Unlimited" })).toEqual([]);
    expect(await shop()).toMatchObject({ tier: "Growth", changeable: { tierBy: "support" } });
    expect(acted).toMatchObject({
      noted: ["changed the tier: Unlimited to Growth"],
      told: ["Changed the tier: Unlimited to Growth.", "Support set the tier Growth."],
    });
  });

  it("quotas", async () => {
    const { quotas: seen } = await shop();
    const quotas = { ...seen, reports: 300 };
    const acted = await ofShop("change-quotas", { seen, quotas });
    expect(await list<ConsoleShop>("shops")).toMatchObject([{ id: support.tenant, quotas }]);
    expect(await shop()).toMatchObject({ quotas, changeable: { quotasSet: true } });
    const rest = "report designs, 200 filters, 100 automated reports";
    expect(acted).toMatchObject({
      noted: [`changed the quotas: 200 ${rest} to 300 ${rest}`],
      told: [
        `Changed the quotas: 200 ${rest} to 300 ${rest}.`,
        "The quotas were set to 300 report designs, 200 filters and 100 automated reports.",
      ],
    });
  });

  it("a flag", async () => {
    const acted = await ofShop("change-flag", { flag: "bundles", seen: null, value: true });
    expect(await list<ConsoleShop>("shops")).toMatchObject([
      { id: support.tenant, flags: ["bundles", "custom-columns"] },
    ]);
    expect(await shop()).toMatchObject({ flags: ["bundles", "custom-columns"] });
    expect(acted).toMatchObject({
      noted: ["changed a flag: as the settings say to on"],
      told: ["Changed a flag (bundles): as the settings say to on.", "The flag “bundles” was switched on."],
    });
  });

  it("a file kept longer", async () => {
    const seen = "2026-11-29T12:00:00.000Z";
    await support.givenFinished("e1", seen);
    await support.shown();
    const acted = await act("exports/e1/keep", { seen, days: 7 });
    const kept = { id: "e1", expiresAt: "2026-12-06T12:00:00.000Z", file: "kept" };
    expect(await list<ConsoleExport>("exports", { tenant: support.tenant, status: "finished" })).toMatchObject([kept]);
    expect(await support.one<ConsoleExportDetails>(admin, "exports/e1")).toMatchObject({ ...kept, ownTime: seen });
    expect(acted).toMatchObject({
      noted: ["changed how long a file is kept: 2026-11-29T12:00:00.000Z to 2026-12-06T12:00:00.000Z"],
      told: [
        "Changed how long a file is kept.",
        "The file is kept until 6 Dec 2026, 2:00 PM instead of 29 Nov 2026, 2:00 PM. Shop time: Europe/Athens.",
      ],
    });
  });

  it("an export requested again", async () => {
    await support.givenFailed("e1");
    await support.shown();
    const { exportId, ...acted } = await act("exports/e1/ask-again");
    const rows = await list<ConsoleExport>("exports", { tenant: support.tenant, status: "waiting" });
    expect(rows).toMatchObject([{ id: exportId, trigger: "manual" }]);
    expect(await support.one<ConsoleExportDetails>(admin, "exports/e1")).toMatchObject({ askedAgain: exportId });
    expect(acted).toMatchObject({
      noted: [`asked for an export again: ${exportId}`],
      told: ["Asked for an export again.", "The file “Untitled1 2026-11-21 200000.csv” was requested."],
    });
  });

  it("a restarted report", async () => {
    const { automationId, ledger } = support;
    await ledger.suspend();
    await support.shown();
    const troubled = await list<ConsoleTroubledReport>("troubled-reports", { standing: "suspended" });
    expect(troubled).toMatchObject([{ id: automationId, failedTries: 5 }]);
    const acted = await act(`automations/${automationId}/restart`);
    expect(await support.one<ConsoleAutomationDetails>(admin, `automations/${automationId}`)).toMatchObject({
      status: "Suspended retry",
      suspended: false,
    });
    expect(acted).toMatchObject({
      noted: ["restarted a report"],
      told: [
        "Restarted a report.",
        "Started again after the stop. One report of everything that is missing comes first.",
      ],
    });
  });
});
