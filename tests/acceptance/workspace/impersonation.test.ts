import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DateRange, ExportStatus, FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { SupportGrant, SupportLook, SupportLooks } from "#domain/wire/impersonation.ts";
import type { ExportJob } from "#domain/wire/reporting.ts";
import { callsOfSupport, supportAccessOf } from "#domain/wire/support-access.ts";
import { logInKey } from "#infra/app/session/keys.ts";
import { finishing } from "#tests/support/finishing.ts";
import { supportOf } from "#tests/support/given-look.ts";
import { type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** R-14, ADR 100: support looks into a shop as its merchant, and nobody else does; what they may change, the merchant says. */

const minute = 60_000;
let workspace: Workspace;
let support: ReturnType<typeof supportOf>;
beforeAll(async () => {
  workspace = await startWorkspace();
  support = supportOf(workspace);
});
afterAll(() => workspace.close());

let shops = 0;
/** A merchant, and somebody of support who looks into the shop. */
const given = async (reason?: string) => {
  shops += 1;
  const merchant = await workspace.givenMerchant(`looked-at-${shops}`);
  const look = await support.look(merchant.tenant, reason === undefined ? {} : { reason });
  const agent = workspace.windowOf(look.token);
  const allow = (Hours: number) => merchant.call<SupportGrant>("POST", "support/allow-changes", { Hours });
  const looks = async () => (await merchant.call<SupportLooks>("GET", "support/get-looks")).data;
  return { merchant, look, agent, allow, looks, tenant: merchant.tenant };
};
const endedOf = async (id: string) =>
  (await workspace.eventStore.readStream(`impersonation-${id}`, { limit: 10 })).map(({ type, data, metadata }) => ({
    type,
    data,
    actor: metadata.actor,
    tenant: metadata.tenant,
  }));

describe("a ticket of the console", () => {
  it("opens the shop once, for a quarter of an hour, and says who looks and why", async () => {
    const { look, agent, tenant } = await given("Their report is empty.");
    const endsAt = new Date(workspace.clock.now().getTime() + 15 * minute).toISOString();
    expect(look.answer).toMatchObject({
      Shop: { id: tenant },
      LoginAction: { Action: 0 },
      Support: { Agent: "Demo agent", Reason: "Their report is empty.", EndsAt: endsAt, ChangesUntil: null },
    });
    expect((await agent.call<SupportLook>("GET", "account/impersonation")).data).toEqual(look.answer.Support);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
    const again = await support.exchange(look.ticket);
    expect(refusalIn(again)).toMatchObject({
      status: 403,
      code: "ticket",
      message: expect.stringMatching(/used already/),
    });
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
  });

  it("is used by one of two that bring it at the same moment", async () => {
    const { tenant } = await workspace.givenMerchant("raced-for");
    const { ticket } = await support.allow(tenant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => support.exchange(ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  it("is too old after a minute", async () => {
    const { tenant } = await workspace.givenMerchant("late-for");
    const [kept, late] = [await support.allow(tenant), await support.allow(tenant)];
    workspace.clock.advance(minute - 1);
    expect((await support.exchange(kept.ticket)).status).toBe(200);
    workspace.clock.advance(1);
    expect(refusalIn(await support.exchange(late.ticket))).toMatchObject({ status: 403, code: "ticket" });
  });

  it.each(["", "x", "a".repeat(43), "../../etc", "x".repeat(300), 7, null, { id: ["x"] }])(
    "cannot be made up: %j",
    async (body) => {
      const { status } = await workspace.ask("POST", "account/impersonate", { body });
      expect([400, 403]).toContain(status);
    },
  );

  it("opens nothing once whoever asked for it has signed out of the console", async () => {
    const { tenant } = await workspace.givenMerchant("signed-out-of");
    const { ticket, console } = await support.allow(tenant);
    await support.signOut(console);
    expect((await support.exchange(ticket)).status).toBe(403);
  });

  it("opens no shop that has left, or stands before its terms", async () => {
    const { tenant } = await workspace.givenMerchant("left-since");
    const { ticket } = await support.allow(tenant);
    await workspace.onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    expect(refusalIn(await support.exchange(ticket))).toMatchObject({ status: 403, code: "not-connected" });
    const newcomer = await workspace.givenShop("newcomer", "charge");
    const early = await support.allow(newcomer.tenant);
    expect(refusalIn(await support.exchange(early.ticket))).toMatchObject({ status: 403, code: "at-a-gate" });
  });
});

describe("a look", () => {
  it("ends after its quarter of an hour, and is never renewed", async () => {
    const { agent } = await given();
    workspace.clock.advance(14 * minute);
    const { status, headers } = await agent.call("GET", "filters/get-filters");
    expect([status, headers.get("jwt-refresh")]).toEqual([200, null]);
    workspace.clock.advance(minute);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(401);
  });

  it("is ended by whoever looks, at once, and the merchant sees that", async () => {
    const { agent, look, looks } = await given("A question of theirs");
    expect((await agent.call("POST", "account/logout")).status).toBe(200);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(401);
    const actor = { kind: "support", agent: "agent-1", impersonation: look.id };
    expect((await endedOf(look.id)).at(-1)).toMatchObject({ type: "ImpersonationEnded", data: { by: "agent" }, actor });
    await expect
      .poll(async () => (await looks()).Looks)
      .toMatchObject([
        { Agent: "Demo agent", Reason: "A question of theirs", IsOpen: false, EndedBy: "agent", Changes: [] },
      ]);
  });

  it("is ended by the merchant, at once, and by no other merchant", async () => {
    const { merchant, agent, look } = await given();
    const other = await workspace.givenMerchant("somebody-else");
    expect((await other.call("POST", "support/end-look", look.id)).status).toBe(404);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
    expect((await merchant.call("POST", "support/end-look", look.id)).status).toBe(200);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(401);
    expect((await endedOf(look.id)).at(-1)).toMatchObject({ data: { by: "merchant" }, actor: { kind: "merchant" } });
    expect((await support.exchange(look.ticket)).status).toBe(403);
  });

  describe("that is being opened", () => {
    /** A ticket whose look is opened, and what happens just before it is logged in. */
    const opening = async (shop: string, happens: (id: string) => Promise<unknown>) => {
      const merchant = await workspace.givenMerchant(shop);
      const { id, ticket } = await support.allow(merchant.tenant);
      const { put } = workspace.state;
      workspace.state.put = async (...asked) => {
        if (asked[0] === logInKey(id)) {
          workspace.state.put = put;
          await happens(id);
        }
        return put(...asked);
      };
      return { merchant, id, open: () => support.exchange(ticket) };
    };

    it("is not opened where the merchant ends it meanwhile", async () => {
      const given = await opening("quick-to-end", (id) => given.merchant.call("POST", "support/end-look", id));
      expect(refusalIn(await given.open())).toMatchObject({
        status: 403,
        code: "ticket",
        message: expect.stringMatching(/ended while it was being opened/),
      });
      expect(await workspace.state.get(logInKey(given.id))).toBeUndefined();
    });

    it("is over with the end that the merchant asked for before, and that is written down after", async () => {
      const { execute } = workspace.runner;
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let ending: Promise<{ status: number }> | undefined;
      const given = await opening("slow-to-end", (id) => {
        workspace.runner.execute = async (...asked) => {
          reached.resolve();
          await opened.promise;
          return execute(...asked);
        };
        ending = given.merchant.call("POST", "support/end-look", id);
        return reached.promise;
      });
      const { envelope } = await given.open();
      workspace.runner.execute = execute;
      opened.resolve();
      expect((await ending)?.status).toBe(200);
      const { Token = "" } = (envelope.Data ?? {}) as { Token?: string };
      expect((await workspace.windowOf(Token).call("GET", "filters/get-filters")).status).toBe(401);
    });

    it("lasts a quarter of an hour from when it began, however long that takes", async () => {
      const { tenant } = await workspace.givenMerchant("slow-to-open");
      const { ticket } = await support.allow(tenant);
      const begunAt = workspace.clock.now().getTime();
      const { get } = workspace.state;
      workspace.state.get = (key) => {
        if (key === `token-epoch:${tenant}`) {
          workspace.state.get = get;
          workspace.clock.advance(minute);
        }
        return get(key);
      };
      const { envelope } = await support.exchange(ticket);
      const { Token, Support } = envelope.Data as unknown as { Token: string; Support: SupportLook };
      expect(Support.EndsAt).toBe(new Date(begunAt + 15 * minute).toISOString());
      workspace.clock.advance(14 * minute);
      expect((await workspace.windowOf(Token).call("GET", "filters/get-filters")).status).toBe(401);
    });
  });

  it("ends with the session at the console that it was asked from, and with the shop's uninstall", async () => {
    const one = await given();
    await support.signOut(one.look.console);
    expect((await one.agent.call("GET", "filters/get-filters")).status).toBe(401);
    const other = await given();
    await workspace.sessions.raiseEpoch(other.tenant);
    expect((await other.agent.call("GET", "filters/get-filters")).status).toBe(401);
  });

  it("and every ticket ends when its agent signs out everywhere, and its stream says so", async () => {
    const { tenant } = await workspace.givenMerchant("left-everywhere");
    const begun = await support.look(tenant, { agent: "leaver" });
    const waiting = await support.allow(tenant, { agent: "leaver" });
    const other = await support.look(tenant, { agent: "stayer" });
    const actor = { kind: "agent", agent: "leaver" } as const;
    await support.impersonations.endOf({ agent: "leaver" }, { actor, correlation: "c" });
    expect((await workspace.windowOf(begun.token).call("GET", "filters/get-filters")).status).toBe(401);
    expect((await support.exchange(waiting.ticket)).status).toBe(403);
    expect((await workspace.windowOf(other.token).call("GET", "filters/get-filters")).status).toBe(200);
    for (const { id } of [begun, waiting])
      expect((await endedOf(id)).at(-1)).toMatchObject({
        type: "ImpersonationEnded",
        data: { by: "sign-out" },
        actor,
        tenant,
      });
  });

  it("sees nothing of another shop", async () => {
    const { agent } = await given();
    const other = await workspace.givenMerchant("not-looked-at");
    const { id } = await other.create();
    expect((await agent.call("GET", `filters/get-filter?id=${id}`)).status).toBe(404);
  });

  it("has choices of the pages of its own, and leaves the merchant's as they are", async () => {
    const { merchant, agent, tenant } = await given();
    const { id } = (await merchant.call<{ id: string }>("POST", "reports/create-new")).data;
    const chosen = (order_date_range: DateRange) => ({
      ...{ report_filter_id: null, order_date_from: null, order_date_to: null },
      order_date_range,
    });
    const [theirs, ours] = [chosen(DateRange.today), chosen(DateRange.noFilter)];
    type Window = Pick<typeof merchant, "call">;
    const choose = async (window: Window, filters: object) => {
      const page = { FileType: FileType.Csv, ReportId: id, UserOrderFilters: filters };
      expect((await window.call("PUT", "appData/setManualExport", page)).status).toBe(200);
      expect((await window.call("PUT", `appData/setLive?reportId=${id}`, filters)).status).toBe(200);
    };
    const shown = async (window: Window) => {
      const paths = ["appData/getManualExport", `appData/getLive?reportId=${id}`];
      const pages = await Promise.all(paths.map((path) => window.call<{ UserOrderFilters: object }>("GET", path)));
      return pages.map(({ data }) => data.UserOrderFilters);
    };
    const keptOfIt = async (lookId: string) =>
      (await workspace.state.find("tenant", tenant)).filter(({ key }) => key.includes(lookId));
    await choose(merchant, theirs);
    const { id: lookId, token } = await support.look(tenant);
    const second = workspace.windowOf(token);
    expect(await shown(agent)).toEqual([theirs, theirs]);
    for (const window of [agent, second, second]) await choose(window, ours);
    await choose(agent, chosen(DateRange.today));
    expect([await shown(second), await shown(merchant)]).toEqual([
      [ours, ours],
      [theirs, theirs],
    ]);
    expect(await keptOfIt(lookId)).toHaveLength(2);
    workspace.clock.advance(15 * minute);
    expect(await keptOfIt(lookId)).toEqual([]);
  });

  it("sees files, and no address that would outlive it", async () => {
    const { merchant, agent, tenant } = await given();
    const design = (await merchant.call<{ id: string }>("POST", "reports/create-new")).data;
    const { data: job } = await merchant.call<ExportJob>("POST", "reporting/generateReport", {
      ReportId: design.id,
      FileType: FileType.Csv,
      UserOrderFilters: {
        report_filter_id: null,
        order_date_range: DateRange.noFilter,
        order_date_from: null,
        order_date_to: null,
      },
      SelectedOrderIds: [],
      EmptyExpected: false,
    });
    const exportId = job.ReportExportId;
    const request = { tenant, actor: { kind: "system", part: "exporter" }, correlation: "c" } as const;
    for (const command of [{ type: "StartExport", worker: "w" } as const, finishing(exportId, workspace.clock.now())])
      await workspace.runner.execute(
        exportDecider,
        exportId,
        (context): ExportCommand => ({ ...command, context }),
        request,
      );
    const jobs = async (window: typeof merchant | typeof agent) =>
      (await window.call<ExportJob[]>("GET", "reporting/getExportList")).data;
    await expect.poll(async () => (await jobs(merchant))[0]?.Status).toBe(ExportStatus.Finished);
    expect((await jobs(merchant))[0]?.PublicUrl).toMatch(/\/files\//);
    const seen = await agent.call<ExportJob[]>("GET", "reporting/getExportList");
    expect(seen.data).toMatchObject([{ ReportExportId: job.ReportExportId, PublicUrl: null }]);
    expect(seen.text).not.toContain("/files/");
  });
});

describe("what support may ask for", () => {
  const document = async () => (await workspace.ask("GET", "openapi.json")).text;
  const guarded = async () =>
    callsOf(JSON.parse(await document()) as ApiDocument).filter(({ operation }) => operation.security.length > 0);

  it("is said of every call there is, and of no other", async () => {
    const named = (await guarded()).map(({ method, template }) => `${method} ${template}`).sort();
    expect([...callsOfSupport].sort()).toEqual(named);
  });

  it("is judged at the gate: without a grant nothing that changes, and never what is the merchant's alone", async () => {
    const { agent, look } = await given();
    const before = (await workspace.events()).length;
    for (const call of await guarded()) {
      const access = supportAccessOf({ method: call.method, path: call.template });
      if (access === "look") continue;
      const { method, path, query } = call;
      const reply = await agent.call(method as "GET" | "POST" | "PUT", `${path}${query}`, call.body);
      const code = access === "closed" ? "support-closed" : "support-looks";
      expect([call.template, reply.status, reply.envelope.ErrorCode]).toEqual([call.template, 403, code]);
    }
    expect((await workspace.events()).length).toBe(before);
    expect((await agent.call("GET", "account/impersonation")).data).toEqual(look.answer.Support);
  });

  it("with a grant is what changes as well, and still not what is the merchant's alone", async () => {
    const { agent, allow } = await given();
    await allow(1);
    for (const call of await guarded()) {
      const access = supportAccessOf({ method: call.method, path: call.template });
      if (access !== "closed") continue;
      const { method, path, query } = call;
      const reply = await agent.call(method as "GET" | "POST" | "PUT", `${path}${query}`, call.body);
      expect([call.template, reply.envelope.ErrorCode]).toEqual([call.template, "support-closed"]);
    }
    expect((await agent.call("POST", "filters/create-new")).status).toBe(200);
  });

  it("is nothing that nobody has thought of", () => {
    expect(supportAccessOf({ method: "GET", path: "things/show" })).toBe("closed");
    expect(supportAccessOf({ method: "POST", path: "filters/get-filters" })).toBe("closed");
  });
});

describe("a merchant who lets support make changes", () => {
  it.each([1, 24, 72])("does so for %i hours, and not for longer", async (hours) => {
    const { merchant, allow, looks, tenant } = await given();
    const { data } = await allow(hours);
    expect(data).toMatchObject({ Hours: hours });
    expect((await looks()).Grant).toEqual(data);
    workspace.clock.advance(hours * 60 * minute - minute);
    const agent = workspace.windowOf((await support.look(tenant)).token);
    expect((await agent.call("POST", "filters/create-new")).status).toBe(200);
    workspace.clock.advance(minute);
    const refused = await agent.call("POST", "filters/create-new");
    expect(refusalIn(refused)).toMatchObject({ status: 403, code: "support-looks" });
    expect(refused.envelope.ErrorMessage).toMatch(/doesn't let support make changes now, so nothing was saved/);
    const again = await workspace.givenShop(`looked-at-${shops}`);
    expect(
      (await workspace.windowOf(again.token).call<SupportLooks>("GET", "support/get-looks")).data.Grant,
    ).toBeNull();
    expect(merchant.tenant).toBe(tenant);
  });

  it("chooses one of three times", async () => {
    const { allow } = await given();
    for (const hours of [0, 2, 25, -1, 1.5]) expect((await allow(hours)).status).toBe(400);
  });

  it("can stop while a form is open: the save is refused, and what was typed is not lost", async () => {
    const { merchant, agent, allow, tenant } = await given();
    await allow(24);
    const { data: filter } = await agent.call<{ id: string; title: string }>("POST", "filters/create-new");
    const open = { ...filter, title: "Typed by support" };
    await merchant.call("POST", "support/stop-changes");
    const refused = await agent.call("PUT", "filters/update-filter", open);
    expect(refusalIn(refused)).toMatchObject({ status: 403, code: "support-looks" });
    expect((await agent.call("GET", `filters/get-filter?id=${filter.id}`)).status).toBe(200);
    await allow(1);
    expect((await agent.call("PUT", "filters/update-filter", open)).status).toBe(200);
    expect((await merchant.call("GET", `filters/get-filter?id=${filter.id}`)).data).toMatchObject({
      title: open.title,
    });
    expect(tenant).toBe(merchant.tenant);
  });

  it("sees what support changed, in the history and under Configuration, with the agent's name", async () => {
    const { merchant, agent, allow, looks, look, tenant } = await given("They asked for it.");
    await allow(1);
    const { data: filter } = await agent.call<{ id: string; title: string }>("POST", "filters/create-new");
    await agent.call("PUT", "filters/update-filter", { ...filter, title: "By support" });
    await agent.call("PUT", "configuration/update", { UserDateFormat: 1 });
    await merchant.call("PUT", "configuration/update", { UserDateFormat: 2 });

    const ofSupport = (await workspace.eventStore.readAll({ limit: 10_000 })).filter(
      ({ metadata }) => (metadata.actor as { impersonation?: string } | undefined)?.impersonation === look.id,
    );
    expect(ofSupport.map(({ type }) => type)).toEqual([
      "ImpersonationBegun",
      "FilterCreated",
      "FilterRenamed",
      "PreferenceChanged",
    ]);
    for (const { metadata } of ofSupport)
      expect(metadata).toMatchObject({ actor: { kind: "support", agent: "agent-1" }, tenant });

    const page = async () => (await merchant.call<HistoryPage>("GET", `filters/history?id=${filter.id}`)).data;
    await expect
      .poll(async () => (await page()).Items.map(({ By }) => By))
      .toEqual(["Sheaf support (Demo agent)", "Sheaf support (Demo agent)"]);
    await expect
      .poll(async () => (await looks()).Looks[0]?.Changes.map(({ What }) => What))
      .toEqual([
        expect.stringMatching(/^Filter “By support”: Created as/),
        `Filter “By support”: Renamed from “${filter.title}” to “By support”.`,
        "Date format: from YYYY/MM/DD to DD/MM/YYYY.",
      ]);
    expect((await looks()).Looks[0]).toMatchObject({ Reason: "They asked for it.", IsOpen: true, EndedBy: null });
    const stored = JSON.stringify(await workspace.eventStore.readAll({ limit: 10_000 }));
    for (const word of ["Demo agent", "They asked for it."]) expect(stored).not.toContain(word);
  });
});

describe("the page for debugging", () => {
  it("opens a shop by its number, counted as they were installed, and only looks", async () => {
    const own = await startWorkspace();
    try {
      await own.givenMerchant("first");
      const second = await own.givenMerchant("second");
      const reply = await own.ask("POST", "account/impersonate-debug", { body: 2 });
      expect(reply.envelope.Data).toMatchObject({
        Shop: { id: second.tenant },
        Support: { Agent: "Local environment", ChangesUntil: null },
      });
      const { Token } = reply.envelope.Data as unknown as { Token: string };
      const agent = own.windowOf(Token);
      expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
      expect(refusalIn(await agent.call("POST", "filters/create-new"))).toMatchObject({ code: "support-looks" });
      expect(refusalIn(await own.ask("POST", "account/impersonate-debug", { body: 3 }))).toMatchObject({
        status: 404,
        message: expect.stringMatching(/no shop number 3/),
      });
      for (const body of [0, -1, 1.5, "1", null, "first"])
        expect((await own.ask("POST", "account/impersonate-debug", { body })).status).toBe(400);
    } finally {
      await own.close();
    }
  });

  it.each(["staging", "production"])("does not work in %s", async (ENVIRONMENT) => {
    const own = await startWorkspace({
      ENVIRONMENT,
      APP_URL: "https://sheaf.example",
      STORE_URL_TEMPLATE: "https://{shop}.myshopify.example",
      STORE_CLIENT_SECRET: "a secret of our own",
    });
    try {
      await own.givenMerchant("first");
      const reply = await own.ask("POST", "account/impersonate-debug", { body: 1 });
      expect(refusalIn(reply)).toMatchObject({
        status: 404,
        message: expect.stringMatching(/local environment alone/),
      });
    } finally {
      await own.close();
    }
  });
});
