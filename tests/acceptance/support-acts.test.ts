import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ExportStatus, LoginAction } from "#domain/enumerations.ts";
import type { ShopFeatures } from "#domain/wire/account/features.ts";
import type { ResourceRestrictions } from "#domain/wire/account/restrictions.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type {
  ConsoleAct,
  ConsoleActionResult,
  ConsoleExportDetails,
  ConsoleShop,
  ConsoleShopDetails,
} from "#domain/wire/support/console.ts";
import type { SupportActs } from "#domain/wire/support/support-acts.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { givenSuspended } from "#tests/support/given-suspended.ts";
import { createDesign, generate, listExports, logIn, type Merchant, waitForEnd } from "#tests/support/merchant.ts";
import { describeOverTier, startOverTier } from "#tests/support/over-tier.ts";
import { freePort, type StartedSheaf } from "#tests/support/start-sheaf.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";

/** ADR 102: support's actions for a shop of the started product, and their effect for its merchant. */

let sheaf: StartedSheaf;
let url: string;
let merchant: Merchant;
let admin: SupportPerson;
let viewer: SupportPerson;
let tenant: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  sheaf = await startOverTier({ env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port) }, readyWithin: 240_000 });
  merchant = await logIn(sheaf, "aurora-demo");
  await createDesign(merchant);
  admin = await signInAtConsole(sheaf, url, "agent-demo");
  viewer = await signInAtConsole(sheaf, url, "viewer-demo");
  tenant = merchant.account.id;
}, 300_000);
afterAll(() => sheaf?.stop());

const act = async (path: string, body: object = {}): Promise<ConsoleActionResult> => {
  const answer = await admin.post(path, { act: randomUUID(), reason: "The merchant asked us to.", ...body });
  const said = (await answer.json()) as ConsoleActionResult & { message?: string };
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${said.message}`);
  return said;
};
const ask = <Data>(path: string) => merchant.client.data<Data>("GET", path);
const restrictions = () => ask<ResourceRestrictions>("appData/getResourceRestrictions");
const shop = () => admin.one<ConsoleShopDetails>("shops", tenant);

describeOverTier("a tier raised by support", () => {
  it("applies at once, closes no session, and is charged at the next login", async () => {
    await act(`shops/${tenant}/change-tier`, { seen: "Growth", tier: "Unlimited", waive: false });
    expect(await restrictions()).toMatchObject({ MaxReports: 200 });
    expect(await shop()).toMatchObject({ tier: "Unlimited", charge: "active", changeable: { tierBy: "support" } });
    merchant = await logIn(sheaf, "aurora-demo");
    expect(merchant.gates).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
    expect((await shop()).changeable?.paysFor?.tier).toBe("Unlimited");
  });

  it("is not charged while the charge is waived", async () => {
    const other = await logIn(sheaf, "nimbus-demo");
    const { id } = other.account;
    await act(`shops/${id}/change-tier`, { seen: "Starter", tier: "Growth", waive: true });
    expect((await logIn(sheaf, "nimbus-demo")).gates).toEqual([LoginAction.Nothing]);
    await act(`shops/${id}/end-waiver`);
    expect((await logIn(sheaf, "nimbus-demo")).gates).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
  });

  it("can be lowered again by support, with a new charge at the next login", async () => {
    await act(`shops/${tenant}/change-tier`, { seen: "Unlimited", tier: null, waive: false });
    expect(await restrictions()).toMatchObject({ MaxReports: 25 });
    merchant = await logIn(sheaf, "aurora-demo");
    expect(merchant.gates).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
  });
});

describeOverTier("quotas and flags set by support", () => {
  it("apply at once, and can be reset", async () => {
    const seen = { reports: 25, filters: 25, automations: 10 };
    const quotas = { reports: 1, filters: 3, automations: 2 };
    await act(`shops/${tenant}/change-quotas`, { seen, quotas });
    const over = await merchant.client.call("POST", "reports/create-new");
    expect(over.envelope).toMatchObject({ Ok: false });
    await act(`shops/${tenant}/change-quotas`, { seen: quotas, quotas: null });
    expect(await restrictions()).toEqual({ MaxReports: 25, MaxFilters: 25, MaxAutomations: 10 });
  });

  it("override the settings until they are reset", async () => {
    const features = () => ask<ShopFeatures>("appData/getFeatures");
    const flag = "custom-columns";
    expect((await features()).CustomColumnEditor).toBe(true);
    await act(`shops/${tenant}/change-flag`, { flag, seen: null, value: false });
    expect((await features()).CustomColumnEditor).toBe(false);
    expect((await shop()).flags).not.toContain(flag);
    await act(`shops/${tenant}/change-flag`, { flag, seen: false, value: null });
    expect((await features()).CustomColumnEditor).toBe(true);
  });
});

describeOverTier("an export", () => {
  it("that failed is repeated in the merchant's list, marked as requested by support", async () => {
    const design = await createDesign(merchant);
    await demoControl(sheaf.demoUrl, "aurora-demo").arm({ kind: "revoked", times: 1_000 });
    const { ReportExportId: id } = await generate(merchant, design.id, { range: { kind: "noFilter" } });
    expect((await waitForEnd(merchant, id)).Status).toBe(ExportStatus.Failed);
    await demoControl(sheaf.demoUrl, "aurora-demo").reset();
    merchant = await logIn(sheaf, "aurora-demo");
    const { exportId = "" } = await act(`exports/${id}/ask-again`);
    const made = await waitForEnd(merchant, exportId);
    expect(made).toMatchObject({ Status: ExportStatus.Finished, BySupport: true, Repeats: { ReportExportId: id } });
    expect((await listExports(merchant)).find((job) => job.ReportExportId === id)).toMatchObject({ BySupport: false });
    expect(await admin.one<ConsoleExportDetails>("exports", id)).toMatchObject({ askedAgain: exportId });
  });

  it("can have its file kept longer, which the merchant sees, and then no longer", async () => {
    const listed = async (): Promise<ExportJob> => {
      const job = (await listExports(merchant)).find(({ Status }) => Status === ExportStatus.Finished);
      if (!job) throw new Error("No export is finished.");
      return job;
    };
    const { ReportExportId: id, ExpiresAt: seen } = await listed();
    await act(`exports/${id}/keep`, { seen, days: 30 });
    const longer = await until("the list has the later day", async () => {
      const job = await listed();
      return job.KeptLonger && job;
    });
    expect(Date.parse(longer.ExpiresAt ?? "") - Date.parse(seen ?? "")).toBe(30 * 86_400_000);
    expect(await admin.one<ConsoleExportDetails>("exports", id)).toMatchObject({ ownTime: seen });
    await act(`exports/${id}/keep`, { seen: longer.ExpiresAt, days: 0 });
    await until("the list has the file's own day", async () => (await listed()).ExpiresAt === seen);
  });
});

describeOverTier("a suspended automated report", () => {
  it("is restarted, delivers its report, and names support in its history", async () => {
    await merchant.client.data("POST", "filters/create-new");
    const id = await givenSuspended(sheaf.kept, tenant, "Every day");
    await until("the console lists it", async () => (await admin.get(`automations/${id}`)).status === 200);
    await act(`automations/${id}/restart`);
    const run = await until(
      "the report was delivered",
      async () => {
        const runs = await ask<{ RunId: string; Outcome: string | null }[]>(`reporting/automation-history/${id}`);
        return runs.find(({ Outcome }) => Outcome !== null);
      },
      { within: 90_000 },
    );
    const { Events } = await ask<RunDetails>(`automations/get-run/${run.RunId}`);
    expect(Events[0]).toMatchObject({ Of: "automation", By: "Sheaf support" });
    expect(Events[0]?.Sentence).toMatch(/^Started again after the stop/);
  });
});

describeOverTier("a support action", () => {
  it("is in the audit log with its author and reason, and under Configuration without them", async () => {
    const acts = await until("the log has all actions", async () => {
      const { rows } = await viewer.list<ConsoleAct>("console-acts", { filter: { what: "changed the tier" } });
      return rows.length === 3 && rows;
    });
    for (const row of acts) expect(row).toMatchObject({ agentName: "Demo agent", reason: "The merchant asked us to." });
    expect(acts.map(({ change }) => change).sort()).toEqual([
      "Growth to Unlimited",
      "Starter to Growth, charge waived",
      "Unlimited to that of the plan",
    ]);
    const told = await until("the newest action is listed", async () => {
      const all = await ask<SupportActs>("configuration/support-acts");
      return all.length === 10 && all;
    });
    expect(told.map(({ What }) => What)).toEqual([
      "Restarted a report",
      "Changed how long a file is kept",
      "Changed how long a file is kept",
      "Asked for an export again",
      "Changed a flag (custom-columns): off to as the settings say",
      "Changed a flag (custom-columns): as the settings say to off",
      expect.stringMatching(/^Changed the quotas: .* to those of the tier/),
      expect.stringMatching(/^Changed the quotas: /),
      "Changed the tier: Unlimited to that of the plan",
      "Changed the tier: Growth to Unlimited",
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Demo agent|asked us/);
  });

  it("is refused with a viewer's session or a merchant's token", async () => {
    const body = { act: randomUUID(), reason: "Because I can", seen: "Growth", tier: "Unlimited", waive: true };
    expect((await viewer.post(`shops/${tenant}/change-tier`, body)).status).toBe(403);
    const asMerchant = await fetch(`${url}/support/api/shops/${tenant}/change-tier`, {
      method: "POST",
      headers: { authorization: `Bearer ${merchant.client.token()}`, "content-type": "application/json", origin: url },
      body: JSON.stringify(body),
    });
    expect(asMerchant.status).toBe(401);
    expect((await shop()).tier).toBe("Growth");
  });

  it("affects charges, by which the shop list can be filtered", async () => {
    const by = async (charge: string) =>
      (await viewer.list<ConsoleShop>("shops", { filter: { charge } })).rows.map((row) => row.shop).sort();
    await until("both shops pay", async () => (await by("active")).length === 2);
    expect([await by("active"), await by("pending"), await by("none")]).toEqual([
      ["aurora-demo", "nimbus-demo"],
      [],
      [],
    ]);
  });
});
