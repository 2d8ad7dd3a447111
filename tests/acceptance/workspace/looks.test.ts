import { describe, expect, it } from "vitest";
import { logInKey } from "#application/session/keys.ts";
import { DateRange, ExportStatus, FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { finishing } from "#tests/support/finishing.ts";
import { type LookedAt, lookedAtInFile } from "./looked-at.ts";
import { refusalIn } from "./support.ts";

/**
 * R-14, ADR 100: support impersonates a shop's merchant for a quarter of an hour, and both sides can end the session.
 */

const minute = 60_000;
const here = lookedAtInFile();

describe("an impersonation session", () => {
  it("ends after 15 minutes and is never renewed", async () => {
    const { agent } = await here.lookedAt.given();
    here.workspace.clock.advance(14 * minute);
    const { status, headers } = await agent.call("GET", "filters/get-filters");
    expect([status, headers.get("jwt-refresh")]).toEqual([200, null]);
    here.workspace.clock.advance(minute);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(401);
  });

  type Given = Awaited<ReturnType<LookedAt["given"]>>;
  it.each<[string, (given: Given) => unknown, string]>([
    ["the agent ends it", ({ agent }) => agent.call("POST", "account/logout"), "You ended it."],
    [
      "the merchant ends it",
      ({ merchant, look }) => merchant.call("POST", "support/end-look", look.id),
      "The merchant ended it.",
    ],
    [
      "the agent's console session ended",
      ({ look }) => here.lookedAt.support.signOut(look.console),
      "Your session at the support console has ended.",
    ],
    ["it expired", () => here.workspace.clock.advance(15 * minute), "Its 15 minutes are over."],
    [
      "all sessions of the shop were ended",
      ({ merchant }) => here.workspace.sessions.raiseEpoch(merchant.tenant),
      "The shop is no longer connected to Sheaf, or all its sessions were ended.",
    ],
  ])("tells only its own token why it ended when %s", async (_what, happens, message) => {
    const given = await here.lookedAt.given();
    await happens(given);
    const refused = refusalIn(await given.agent.call("GET", "filters/get-filters"));
    expect(refused).toMatchObject({ status: 401, code: "look-ended", message });
    const forged = here.workspace.windowOf(`${given.look.token.slice(0, -8)}AAAAAAAA`);
    expect(refusalIn(await forged.call("GET", "filters/get-filters"))).toMatchObject({ code: "unauthorized" });
  });

  it("has the console address of the shop's page, from its ticket", async () => {
    const { look, tenant } = await here.lookedAt.given();
    expect(look.answer.Console).toBe(`https://support.example/support/shops/${tenant}/show`);
  });

  it("ends at once when the agent ends it, which the merchant sees", async () => {
    const { agent, look, looks } = await here.lookedAt.given("A question of theirs");
    expect((await agent.call("POST", "account/logout")).status).toBe(200);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(401);
    const actor = { kind: "support", agent: "agent-1", impersonation: look.id };
    expect((await here.lookedAt.eventsOf(look.id)).at(-1)).toMatchObject({
      type: "ImpersonationEnded",
      data: { by: "agent" },
      actor,
    });
    await expect
      .poll(async () => (await looks()).Looks)
      .toMatchObject([
        { Agent: "Demo agent", Reason: "A question of theirs", IsOpen: false, EndedBy: "agent", Changes: [] },
      ]);
  });

  it("ends at once when its merchant ends it, and only that merchant can", async () => {
    const { merchant, agent, look } = await here.lookedAt.given();
    const other = await here.workspace.givenMerchant("somebody-else");
    expect((await other.call("POST", "support/end-look", look.id)).status).toBe(404);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
    expect((await merchant.call("POST", "support/end-look", look.id)).status).toBe(200);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(401);
    expect((await here.lookedAt.eventsOf(look.id)).at(-1)).toMatchObject({
      data: { by: "merchant" },
      actor: { kind: "merchant" },
    });
    expect((await here.lookedAt.support.exchange(look.ticket)).status).toBe(403);
  });

  describe("during its opening", () => {
    /** A ticket of an opened impersonation session, and the event just before its login. */
    const opening = async (shop: string, happens: (id: string) => Promise<unknown>) => {
      const merchant = await here.workspace.givenMerchant(shop);
      const { id, ticket } = await here.lookedAt.support.allow(merchant.tenant);
      const { put } = here.workspace.state;
      here.workspace.state.put = async (...asked) => {
        if (asked[0] === logInKey(id)) {
          here.workspace.state.put = put;
          await happens(id);
        }
        return put(...asked);
      };
      return { merchant, id, open: () => here.lookedAt.support.exchange(ticket) };
    };

    it("is not opened if the merchant ends it in the meantime", async () => {
      const given = await opening("quick-to-end", (id) => given.merchant.call("POST", "support/end-look", id));
      expect(refusalIn(await given.open())).toMatchObject({
        status: 403,
        code: "ticket",
        message: expect.stringMatching(/ended while it was being opened/),
      });
      expect(await here.workspace.state.get(logInKey(given.id))).toBeUndefined();
    });

    it("ends by the merchant's earlier request, even if that is recorded later", async () => {
      const { execute } = here.workspace.runner;
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let ending: Promise<{ status: number }> | undefined;
      const given = await opening("slow-to-end", (id) => {
        here.workspace.runner.execute = async (...asked) => {
          reached.resolve();
          await opened.promise;
          return execute(...asked);
        };
        ending = given.merchant.call("POST", "support/end-look", id);
        return reached.promise;
      });
      const { envelope } = await given.open();
      here.workspace.runner.execute = execute;
      opened.resolve();
      expect((await ending)?.status).toBe(200);
      const { Token = "" } = (envelope.Data ?? {}) as { Token?: string };
      expect((await here.workspace.windowOf(Token).call("GET", "filters/get-filters")).status).toBe(401);
    });

    it("ends 15 minutes after it began, however long the opening takes", async () => {
      const { tenant } = await here.workspace.givenMerchant("slow-to-open");
      const { ticket } = await here.lookedAt.support.allow(tenant);
      const begunAt = here.workspace.clock.now().getTime();
      const { get } = here.workspace.state;
      here.workspace.state.get = (key) => {
        if (key === `token-epoch:${tenant}`) {
          here.workspace.state.get = get;
          here.workspace.clock.advance(minute);
        }
        return get(key);
      };
      const { envelope } = await here.lookedAt.support.exchange(ticket);
      const { Token, Support } = envelope.Data as unknown as { Token: string; Support: ImpersonationSession };
      expect(Support.EndsAt).toBe(new Date(begunAt + 15 * minute).toISOString());
      here.workspace.clock.advance(14 * minute);
      expect((await here.workspace.windowOf(Token).call("GET", "filters/get-filters")).status).toBe(401);
    });
  });

  it("ends with its console session, and when the shop's sessions are ended", async () => {
    const one = await here.lookedAt.given();
    await here.lookedAt.support.signOut(one.look.console);
    expect((await one.agent.call("GET", "filters/get-filters")).status).toBe(401);
    const other = await here.lookedAt.given();
    await here.workspace.sessions.raiseEpoch(other.tenant);
    expect((await other.agent.call("GET", "filters/get-filters")).status).toBe(401);
  });

  it("ends with every ticket when its agent signs out everywhere, which its stream records", async () => {
    const { tenant } = await here.workspace.givenMerchant("left-everywhere");
    const begun = await here.lookedAt.support.look(tenant, { agent: "leaver" });
    const waiting = await here.lookedAt.support.allow(tenant, { agent: "leaver" });
    const other = await here.lookedAt.support.look(tenant, { agent: "stayer" });
    const actor = { kind: "agent", agent: "leaver" } as const;
    await here.lookedAt.support.impersonations.endAll({ agent: "leaver" }, { actor, correlation: "c" });
    expect((await here.workspace.windowOf(begun.token).call("GET", "filters/get-filters")).status).toBe(401);
    expect((await here.lookedAt.support.exchange(waiting.ticket)).status).toBe(403);
    expect((await here.workspace.windowOf(other.token).call("GET", "filters/get-filters")).status).toBe(200);
    for (const { id } of [begun, waiting])
      expect((await here.lookedAt.eventsOf(id)).at(-1)).toMatchObject({
        type: "ImpersonationEnded",
        data: { by: "sign-out" },
        actor,
        tenant,
      });
  });

  it("sees nothing of another shop", async () => {
    const { agent } = await here.lookedAt.given();
    const other = await here.workspace.givenMerchant("not-looked-at");
    const { id } = await other.create();
    expect((await agent.call("GET", `filters/get-filter?id=${id}`)).status).toBe(404);
  });

  it("has its own page settings, and leaves the merchant's unchanged", async () => {
    const { merchant, agent, tenant } = await here.lookedAt.given();
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
      (await here.workspace.state.find("tenant", tenant)).filter(({ key }) => key.includes(lookId));
    await choose(merchant, theirs);
    const { id: lookId, token } = await here.lookedAt.support.look(tenant);
    const second = here.workspace.windowOf(token);
    expect(await shown(agent)).toEqual([theirs, theirs]);
    for (const window of [agent, second, second]) await choose(window, ours);
    await choose(agent, chosen(DateRange.today));
    expect([await shown(second), await shown(merchant)]).toEqual([
      [ours, ours],
      [theirs, theirs],
    ]);
    expect(await keptOfIt(lookId)).toHaveLength(2);
    here.workspace.clock.advance(15 * minute);
    expect(await keptOfIt(lookId)).toEqual([]);
  });

  it("sees exports, but no file address that would outlive it", async () => {
    const { merchant, agent, tenant } = await here.lookedAt.given();
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
    for (const command of [
      { type: "StartExport", worker: "w" } as const,
      finishing(exportId, here.workspace.clock.now()),
    ])
      await here.workspace.runner.execute(
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
