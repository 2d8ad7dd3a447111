import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { LocalStatusHistory } from "#domain/wire/reports/local-status.ts";
import type { ImpersonationSessions } from "#domain/wire/support/impersonation.ts";
import { createHalfSender } from "#tests/support/half-sent.ts";
import { lookedAtInFile } from "./looked-at.ts";
import { refusalIn } from "./support.ts";

/** R-14, ADR 100: the merchant decides which changes support may make in a shop. */

const minute = 60_000;
const here = lookedAtInFile();

describe("a merchant who lets support make changes", () => {
  it.each([1, 24, 72])("does so for %i hours and no longer", async (hours) => {
    const { shop, merchant, allow, looks, tenant } = await here.lookedAt.given();
    const { data } = await allow(hours);
    expect(data).toMatchObject({ Hours: hours });
    expect((await looks()).Grant).toEqual(data);
    here.workspace.clock.advance(hours * 60 * minute - minute);
    const agent = here.workspace.windowOf((await here.lookedAt.support.look(tenant)).token);
    expect((await agent.call("POST", "filters/create-new")).status).toBe(200);
    here.workspace.clock.advance(minute);
    const refused = await agent.call("POST", "filters/create-new");
    expect(refusalIn(refused)).toMatchObject({ status: 403, code: "support-looks" });
    expect(refused.envelope.ErrorMessage).toMatch(/doesn't let support make changes now, so nothing was saved/);
    const again = await here.workspace.givenShop(shop);
    expect(
      (await here.workspace.windowOf(again.token).call<ImpersonationSessions>("GET", "support/get-looks")).data.Grant,
    ).toBeNull();
    expect(merchant.tenant).toBe(tenant);
  });

  it("can choose only one of three durations", async () => {
    const { allow } = await here.lookedAt.given();
    for (const hours of [0, 2, 25, -1, 1.5]) expect((await allow(hours)).status).toBe(400);
  });

  it("can stop it while a form is open: the save is refused, and the entered values are kept", async () => {
    const { merchant, agent, allow, tenant } = await here.lookedAt.given();
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

  it("sees support's changes, in the history and under Configuration, with the agent's name", async () => {
    const { shop, merchant, agent, allow, looks, look, tenant } = await here.lookedAt.given("They asked for it.");
    await allow(1);
    const { data: filter } = await agent.call<{ id: string; title: string }>("POST", "filters/create-new");
    await agent.call("PUT", "filters/update-filter", { ...filter, title: "By support" });
    await agent.call("PUT", "configuration/update", { UserDateFormat: 1 });
    await merchant.call("PUT", "configuration/update", { UserDateFormat: 2 });

    const ofSupport = (await here.workspace.eventStore.readAll({ limit: 10_000 })).filter(
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
    await merchant.call("PUT", "filters/update-filter", { ...filter, title: "By its merchant" });
    const asSeenBySupport = async () =>
      (await agent.call<HistoryPage>("GET", `filters/history?id=${filter.id}`)).data.Items.map(({ By }) => By);
    await expect
      .poll(asSeenBySupport)
      .toEqual(["The merchant", "Sheaf support (Demo agent)", "Sheaf support (Demo agent)"]);
    expect((await page()).Items[0]?.By).toBe("You");
    const OrderId = "5000001";
    here.workspace.platform.ordersOf.set(shop, [{ id: `gid://shopify/Order/${OrderId}` }]);
    await merchant.call("PUT", "reportData/local-status", { OrderId, LocalStatus: LocalStatus.Done });
    const path = `reportData/local-status-history?orderId=${OrderId}`;
    expect((await agent.call<LocalStatusHistory>("GET", path)).data.map(({ By }) => By)).toEqual(["The merchant"]);
    await expect
      .poll(async () => (await looks()).Looks[0]?.Changes.map(({ What }) => What))
      .toEqual([
        expect.stringMatching(/^Filter “.*”: Created as/),
        expect.stringMatching(/: Renamed from “.*” to “By support”\.$/),
        "Date format: from YYYY/MM/DD to DD/MM/YYYY.",
      ]);
    expect((await looks()).Looks[0]).toMatchObject({ Reason: "They asked for it.", IsOpen: true, EndedBy: null });
    const stored = JSON.stringify(await here.workspace.eventStore.readAll({ limit: 10_000 }));
    for (const word of ["Demo agent", "They asked for it."]) expect(stored).not.toContain(word);
  });
});

describe("a change by support whose body arrives slowly", () => {
  const half = createHalfSender(() => here.workspace.url);
  afterEach(() => half.drop());

  /** Under a grant of an hour of which a minute is left, a change has been let in, and its body is still to come. */
  const opened = async () => {
    const { merchant, allow, tenant } = await here.lookedAt.given();
    await allow(1);
    here.workspace.clock.advance(59 * minute);
    const look = await here.lookedAt.support.look(tenant);
    const { data: filter } = await here.workspace
      .windowOf(look.token)
      .call<{ id: string; title: string }>("POST", "filters/create-new");
    const body = JSON.stringify({ ...filter, title: "Typed by support" });
    const judged = vi.spyOn(here.workspace.sessions, "refresh");
    const socket = await half.send(
      "/api/filters/update-filter",
      {
        authorization: `Bearer ${look.token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        connection: "close",
      },
      "PUT",
    );
    await expect.poll(() => judged.mock.calls.length).toBe(1);
    judged.mockRestore();
    const end = async () => {
      socket.write(body);
      const [head = "", answer = ""] = (await text(socket)).split("\r\n\r\n");
      const { ErrorCode: code, ErrorMessage: message } = JSON.parse(answer);
      return { status: Number(head.split(" ")[1]), code, message };
    };
    const title = async () =>
      (await merchant.call<{ title: string }>("GET", `filters/get-filter?id=${filter.id}`)).data.title;
    return { merchant, look, filter, end, title };
  };

  it("is saved if changes are still allowed", async () => {
    const { end, title } = await opened();
    expect((await end()).status).toBe(200);
    await expect.poll(title).toBe("Typed by support");
  });

  it.each<[string, (merchant: Awaited<ReturnType<typeof opened>>["merchant"]) => unknown]>([
    ["the merchant stops changes", (merchant) => merchant.call("POST", "support/stop-changes")],
    ["the hour ends", () => here.workspace.clock.advance(minute)],
  ])("is refused if %s before it has arrived", async (_what, happens) => {
    const { merchant, filter, end, title } = await opened();
    await happens(merchant);
    const before = (await here.workspace.events()).length;
    expect(await end()).toMatchObject({
      status: 403,
      code: "support-looks",
      message: expect.stringMatching(/doesn't let support make changes now, so nothing was saved/),
    });
    expect((await here.workspace.events()).length).toBe(before);
    expect(await title()).toBe(filter.title);
  });

  it("is refused if its impersonation session ended before it arrived", async () => {
    const { merchant, look, filter, end, title } = await opened();
    await merchant.call("POST", "support/end-look", look.id);
    const before = (await here.workspace.events()).length;
    expect(await end()).toMatchObject({ status: 401, code: "look-ended" });
    expect((await here.workspace.events()).length).toBe(before);
    expect(await title()).toBe(filter.title);
  });
});
