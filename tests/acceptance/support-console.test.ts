import { afterAll, beforeAll, expect, it } from "vitest";
import { alertDefinitions } from "#domain/console/alerts.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import type { Envelope } from "#domain/wire/envelope.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type {
  ConsoleAct,
  ConsoleDeadJob,
  ConsoleExport,
  ConsoleImpersonation,
  ConsoleShop,
  ConsoleShopDetails,
  ImpersonationAllowed,
} from "#domain/wire/support/console.ts";
import type {
  ConsoleAlerts,
  ConsoleHealthCheck,
  ConsoleMail,
  ConsoleOpenJob,
  ConsoleWebhook,
} from "#domain/wire/support/console-alerts.ts";
import type { ImpersonationSession, ImpersonationSessions } from "#domain/wire/support/impersonation.ts";
import { fetchHeld } from "#tests/support/hold-to-document.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { describeOverTier, startOverTier } from "#tests/support/over-tier.ts";
import { freePort, type StartedSheaf } from "#tests/support/start-sheaf.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";

/** The console of the started product, by people who sign in through the demo's own provider. */

let sheaf: StartedSheaf;
let url: string;
let merchant: Merchant;
let agent: SupportPerson;
let viewer: SupportPerson;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  sheaf = await startOverTier({ env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port) }, readyWithin: 240_000 });
  merchant = await logIn(sheaf, "aurora-demo");
  await logIn(sheaf, "nimbus-demo");
  agent = await signInAtConsole(sheaf, url, "agent-demo");
  viewer = await signInAtConsole(sheaf, url, "viewer-demo");
}, 300_000);
afterAll(() => sheaf?.stop());

describeOverTier("signing in at the console", () => {
  it("uses a printed one-time password, and gives the person's role", async () => {
    expect(agent.me).toMatchObject({ name: "Demo agent", role: "admin" });
    expect(viewer.me).toMatchObject({ name: "Demo viewer", role: "viewer" });
    await expect(signInAtConsole(sheaf, url, "viewer-demo", viewer.password)).rejects.toThrow(/not right, or was used/);
    const again = await signInAtConsole(sheaf, url, "viewer-demo");
    expect(again.password).not.toBe(viewer.password);
    await again.post("sign-out-everywhere");
    expect((await viewer.get("me")).status).toBe(401);
    viewer = await signInAtConsole(sheaf, url, "viewer-demo");
  });

  it("doesn't give access to the merchant's API, nor a merchant's token to the console", async () => {
    const asMerchant = await fetchHeld(sheaf.url, "reports/get-reports", { headers: { cookie: agent.cookie } });
    expect(asMerchant.status).toBe(401);
    const token = merchant.client.token() ?? "";
    const asSupport = await fetch(`${url}/support/api/shops`, { headers: { authorization: `Bearer ${token}` } });
    expect(asSupport.status).toBe(401);
  });
});

describeOverTier("what support sees", () => {
  it("includes shops with their tier, state, gate and quotas, filtered and sorted", async () => {
    const shops = await until("both shops are listed", async () => {
      const { rows, total } = await viewer.list<ConsoleShop>("shops", { sort: ["shop", "ASC"] });
      return total === 2 && rows;
    });
    expect(shops.map(({ shop, tier, gate, state }) => [shop, tier, gate, state])).toEqual([
      ["aurora-demo", "Growth", "none", "connected"],
      ["nimbus-demo", "Starter", "none", "connected"],
    ]);
    const { rows, total } = await viewer.list<ConsoleShop>("shops", { filter: { q: "nim" } });
    expect([rows.map(({ shop }) => shop), total]).toEqual([["nimbus-demo"], 1]);
    const one = (await viewer.one<ConsoleShopDetails>("shops", rows[0]?.id ?? "")) as ConsoleShopDetails;
    expect(one).toMatchObject({ charge: "active", health: { failedExports: 0 }, quotas: { reports: 5 } });
  });

  it("includes a merchant's exports, without access to their files", async () => {
    const design = await createDesign(merchant);
    const { ReportExportId } = await generate(merchant, design.id, { range: { kind: "noFilter" } });
    const job = await waitForExport(merchant, ReportExportId);
    const { rows, total } = await until("the export is listed as finished", async () => {
      const listed = await agent.list<ConsoleExport>("exports", { filter: { status: "finished" } });
      return listed.total === 1 && listed;
    });
    const { id: tenant } = (await agent.list<ConsoleShop>("shops", { filter: { q: "aurora" } })).rows[0] ?? { id: "" };
    expect([total, rows[0]]).toMatchObject([1, { id: ReportExportId, tenant, orders: 300, file: "kept" }]);
    const ofOther = await agent.list<ConsoleExport>("exports", { filter: { tenant: "another" } });
    expect(ofOther.total).toBe(0);
    const text = JSON.stringify([rows, await agent.one("exports", ReportExportId), await agent.one("shops", tenant)]);
    const token = /files\/([^/]+)/.exec(job.PublicUrl ?? "")?.[1] ?? "no address";
    for (const secret of [token, "fileKey", "emailRef", "aurora@", "owner@"]) expect(text).not.toContain(secret);
  });

  it("includes who in support did what, in the audit log", async () => {
    await until("the log says that the viewer viewed a shop", async () => {
      const { rows } = await viewer.list<ConsoleAct>("console-acts", { filter: { what: "looked at the shop" } });
      return rows.some(({ agentName }) => agentName === "Demo viewer");
    });
    const { rows } = await viewer.list<ConsoleAct>("console-acts", { filter: { what: "signed in" } });
    expect(new Set(rows.map(({ agentName }) => agentName))).toEqual(new Set(["Demo agent", "Demo viewer"]));
  });

  it("comes in pages with the total count", async () => {
    const { rows, total } = await viewer.list<ConsoleShop>("shops", { range: [1, 1], sort: ["shop", "DESC"] });
    expect([rows.map(({ shop }) => shop), total]).toEqual([["aurora-demo"], 2]);
  });
});

describeOverTier("what needs attention", () => {
  it("has the same count as in the lists", async () => {
    const { signs: found } = (await (await viewer.get("signs")).json()) as ConsoleAlerts;
    expect(found.map(({ id }) => id)).toEqual(alertDefinitions.map(({ name }) => name));
    for (const { name, list, filter } of alertDefinitions) {
      // The disk's free space doesn't matter here, but both must report the same.
      const { total } = await viewer.list(list, { filter });
      const { signs: again } = (await (await viewer.get("signs")).json()) as ConsoleAlerts;
      expect([name, again.find(({ id }) => id === name)?.count]).toEqual([name, total]);
    }
  });

  it("includes open jobs of all shops, event consumers, and the platform's webhooks", async () => {
    const { rows: jobs } = await viewer.list<ConsoleOpenJob>("open-jobs", { filter: { state: "later" } });
    expect(jobs.map(({ kind }) => kind)).toContain("check-subscription");
    const { rows: measures } = await viewer.list<ConsoleHealthCheck>("measures");
    expect(measures.map(({ name }) => name)).toEqual(expect.arrayContaining(["exports", "standings", "data folder"]));
    await fetch(`${sheaf.demoUrl}/_control/aurora-demo/compliance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ topic: "customers/data_request", email: "nobody@customer.example" }),
    });
    const { rows } = await until("the webhook is listed", async () => {
      const listed = await viewer.list<ConsoleWebhook>("webhooks", { filter: { topic: "customers/data_request" } });
      return listed.total > 0 && listed;
    });
    expect(rows[0]).toMatchObject({ shop: "aurora-demo", outcome: "handled" });
    expect(JSON.stringify(rows)).not.toContain("nobody@");
  });

  it("includes each e-mail that was sent, without its address and text", async () => {
    await merchant.client.data("POST", "support/send-message", "The words of the message.");
    const { rows } = await until("the e-mail is listed", async () => {
      const listed = await viewer.list<ConsoleMail>("mails", { filter: { kind: "message to support" } });
      return listed.total > 0 && listed;
    });
    expect(rows[0]).toMatchObject({ outcome: "put into the outbox", recipients: 1 });
    expect(JSON.stringify(rows)).not.toMatch(/@|words of the message/);
    const { rows: ofShop } = await viewer.list<ConsoleMail>("mails", { filter: { tenant: rows[0]?.tenant } });
    expect(ofShop).toEqual(rows);
    expect(await viewer.one("mails", rows[0]?.id ?? "")).toEqual(rows[0]);
  });
});

describeOverTier("an action that a role may not do", () => {
  it("is refused with a message", async () => {
    const refused = await viewer.post("dead-jobs/unknown/try-again", { reason: "Because I can" });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/Your role is viewer/) });
    expect((await agent.post("dead-jobs/unknown/try-again", { reason: "Because I can" })).status).toBe(404);
    expect((await agent.list<ConsoleDeadJob>("dead-jobs")).total).toBe(0);
  });
});

describeOverTier("an impersonation session", () => {
  type Answer = Envelope<LoginResponse & { Support: ImpersonationSession; Console: string | null }>;
  const exchange = async (address: string) => {
    const ticket = address.split("/").at(-1);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(ticket) };
    const answer = await fetchHeld(sheaf.url, "account/impersonate", init);
    return { status: answer.status, envelope: (await answer.json()) as Answer };
  };
  const shopId = async () =>
    (await agent.list<ConsoleShop>("shops", { filter: { q: "aurora" } })).rows[0]?.id ?? "not listed";

  it("is started by an agent with a reason, makes the changes the merchant allows, and is shown to both", async () => {
    const tenant = await shopId();
    const refused = await viewer.post(`shops/${tenant}/impersonate`, { reason: "I am curious." });
    expect(refused.status).toBe(403);
    const reason = "Their report of yesterday is empty.";
    const asked = await agent.post(`shops/${tenant}/impersonate`, { reason });
    const { id, address } = (await asked.json()) as ImpersonationAllowed;
    expect(address.startsWith(`${sheaf.url}/Account/impersonate/`)).toBe(true);
    // The page is the app's own.
    expect((await fetch(address, { headers: { accept: "text/html" } })).status).toBe(200);
    const { envelope } = await exchange(address);
    if (!envelope.Ok) throw new Error(envelope.ErrorMessage);
    expect(envelope.Data).toMatchObject({ Shop: { id: tenant }, Support: { Agent: "Demo agent", Reason: reason } });
    expect(envelope.Data.Console).toMatch(new RegExp(`^http://localhost:\\d+/support/shops/${tenant}/show$`));
    expect((await exchange(address)).status).toBe(403);

    const look = createHttpClient(sheaf.url, { token: envelope.Data.Token });
    expect((await look.call("POST", "filters/create-new")).status).toBe(403);
    await merchant.client.data("POST", "support/allow-changes", { Hours: 1 });
    const filter = await look.data<Filter>("POST", "filters/create-new");
    await merchant.client.data("POST", "support/stop-changes");
    expect((await look.call("PUT", "filters/update-filter", { ...filter, title: "Too late" })).status).toBe(403);

    const { Items } = await until("the history has the change", async () => {
      const page = await merchant.client.call<HistoryPage>("GET", `filters/history?id=${filter.id}`);
      return page.envelope.Ok && page.envelope.Data;
    });
    expect(Items.map(({ By }) => By)).toEqual(["Sheaf support (Demo agent)"]);
    const { Looks } = await until("the merchant sees it", async () => {
      const told = await merchant.client.data<ImpersonationSessions>("GET", "support/get-looks");
      return told.Looks[0]?.Changes.length === 1 && told;
    });
    expect(Looks).toMatchObject([{ Id: id, Agent: "Demo agent", Reason: reason, IsOpen: true }]);

    await agent.post("sign-out-everywhere");
    expect((await look.call("GET", "filters/get-filters")).status).toBe(401);
    agent = await signInAtConsole(sheaf, url, "agent-demo");
    const { rows } = await until("the console lists how it ended", async () => {
      const listed = await agent.list<ConsoleImpersonation>("impersonations", { filter: { tenant } });
      return listed.rows[0]?.standing === "ended" && listed;
    });
    expect(rows).toMatchObject([{ id, tenant, agentName: "Demo agent", reason, endedBy: "a sign-out" }]);
    const acts = await agent.list<ConsoleAct>("console-acts", { filter: { what: "asked to look as the merchant" } });
    expect(acts.rows).toMatchObject([{ tenant, about: id, agentName: "Demo agent", reason }]);
    const { rows: changed } = await agent.list<ConsoleAct>("console-acts", {
      filter: { what: "changed something as the merchant", tenant },
    });
    expect(changed).toMatchObject([
      { tenant, look: id, agentName: "Demo agent", reason, change: expect.stringMatching(/^Filter “.+”: Created/) },
    ]);
    expect(await agent.one("happenings", changed[0]?.about ?? "")).toMatchObject({ type: "FilterCreated", tenant });
  });
});
