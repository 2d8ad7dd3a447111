import { describe, expect, it } from "vitest";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { determineSupportAccess, supportAccessCalls } from "#domain/wire/support/support-access.ts";
import { type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";
import { lookedAtInFile } from "./looked-at.ts";
import { refusalIn, startWorkspace } from "./support.ts";

/**
 * R-14, ADR 100: nobody opens an impersonation session without a ticket for the shop, and the session gives access to
 * nothing else.
 */

const minute = 60_000;
const here = lookedAtInFile();

describe("an impersonation ticket", () => {
  it("opens the shop once, for 15 minutes, and names the agent and the reason", async () => {
    const { look, agent, tenant } = await here.lookedAt.given("Their report is empty.");
    const endsAt = new Date(here.workspace.clock.now().getTime() + 15 * minute).toISOString();
    expect(look.answer).toMatchObject({
      Shop: { id: tenant },
      LoginAction: { Action: 0 },
      Support: { Agent: "Demo agent", Reason: "Their report is empty.", EndsAt: endsAt, ChangesUntil: null },
    });
    expect((await agent.call<ImpersonationSession>("GET", "account/impersonation")).data).toEqual(look.answer.Support);
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
    const again = await here.lookedAt.support.exchange(look.ticket);
    expect(refusalIn(again)).toMatchObject({
      status: 403,
      code: "ticket",
      message: expect.stringMatching(/already been used/),
    });
    expect((await agent.call("GET", "filters/get-filters")).status).toBe(200);
  });

  it("works for only one of several simultaneous uses", async () => {
    const { tenant } = await here.workspace.givenMerchant("raced-for");
    const { ticket } = await here.lookedAt.support.allow(tenant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => here.lookedAt.support.exchange(ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  it("expires after a minute", async () => {
    const { tenant } = await here.workspace.givenMerchant("late-for");
    const [kept, late] = [await here.lookedAt.support.allow(tenant), await here.lookedAt.support.allow(tenant)];
    here.workspace.clock.advance(minute - 1);
    expect((await here.lookedAt.support.exchange(kept.ticket)).status).toBe(200);
    here.workspace.clock.advance(1);
    expect(refusalIn(await here.lookedAt.support.exchange(late.ticket))).toMatchObject({ status: 403, code: "ticket" });
  });

  it.each(["", "x", "a".repeat(43), "../../etc", "x".repeat(300), 7, null, { id: ["x"] }])(
    "can't be made up: %j",
    async (body) => {
      const { status } = await here.workspace.ask("POST", "account/impersonate", { body });
      expect([400, 403]).toContain(status);
    },
  );

  it("doesn't work once its support agent has signed out of the console", async () => {
    const { tenant } = await here.workspace.givenMerchant("signed-out-of");
    const { ticket, console } = await here.lookedAt.support.allow(tenant);
    await here.lookedAt.support.signOut(console);
    expect((await here.lookedAt.support.exchange(ticket)).status).toBe(403);
  });

  it("opens no shop that uninstalled, or hasn't accepted the terms", async () => {
    const { tenant } = await here.workspace.givenMerchant("left-since");
    const { ticket } = await here.lookedAt.support.allow(tenant);
    await here.workspace.onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    expect(refusalIn(await here.lookedAt.support.exchange(ticket))).toMatchObject({
      status: 403,
      code: "not-connected",
    });
    const newcomer = await here.workspace.givenShop("newcomer", "charge");
    const early = await here.lookedAt.support.allow(newcomer.tenant);
    expect(refusalIn(await here.lookedAt.support.exchange(early.ticket))).toMatchObject({
      status: 403,
      code: "at-a-gate",
    });
  });
});

describe("the calls allowed for support", () => {
  const document = async () => (await here.workspace.ask("GET", "openapi.json")).text;
  const guarded = async () =>
    callsOf(JSON.parse(await document()) as ApiDocument).filter(({ operation }) => operation.security.length > 0);

  it("are all listed, and no others", async () => {
    const named = (await guarded()).map(({ method, template }) => `${method} ${template}`).sort();
    expect([...supportAccessCalls].sort()).toEqual(named);
  });

  it("never include changes without a grant, or calls reserved for the merchant", async () => {
    const { agent, look } = await here.lookedAt.given();
    const before = (await here.workspace.events()).length;
    for (const call of await guarded()) {
      const access = determineSupportAccess({ method: call.method, path: call.template });
      if (access === "look") continue;
      const { method, path, query } = call;
      const reply = await agent.call(method as "GET" | "POST" | "PUT", `${path}${query}`, call.body);
      const code = access === "closed" ? "support-closed" : "support-looks";
      expect([call.template, reply.status, reply.envelope.ErrorCode]).toEqual([call.template, 403, code]);
    }
    expect((await here.workspace.events()).length).toBe(before);
    expect((await agent.call("GET", "account/impersonation")).data).toEqual(look.answer.Support);
  });

  it("include changes with a grant, but no calls reserved for the merchant", async () => {
    const { agent, allow } = await here.lookedAt.given();
    await allow(1);
    for (const call of await guarded()) {
      const access = determineSupportAccess({ method: call.method, path: call.template });
      if (access !== "closed") continue;
      const { method, path, query } = call;
      const reply = await agent.call(method as "GET" | "POST" | "PUT", `${path}${query}`, call.body);
      expect([call.template, reply.envelope.ErrorCode]).toEqual([call.template, "support-closed"]);
    }
    expect((await agent.call("POST", "filters/create-new")).status).toBe(200);
  });

  it("include no unknown calls", () => {
    expect(determineSupportAccess({ method: "GET", path: "things/show" })).toBe("closed");
    expect(determineSupportAccess({ method: "POST", path: "filters/get-filters" })).toBe("closed");
  });
});

describe("the debug page", () => {
  it("opens a shop by its installation number, read-only", async () => {
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

  it.each(["local", "staging", "production"])(
    "doesn't work in %s with a platform on another machine",
    async (ENVIRONMENT) => {
      const own = await startWorkspace({
        ENVIRONMENT,
        APP_URL: "https://sheaf.example",
        STORE_URL_TEMPLATE: "https://{shop}.myshopify.example",
        STORE_CLIENT_ID: "an id of our own",
        STORE_CLIENT_SECRET: "a secret of our own",
      });
      try {
        await own.givenMerchant("first");
        const reply = await own.ask("POST", "account/impersonate-debug", { body: 1 });
        expect(refusalIn(reply)).toMatchObject({
          status: 404,
          message: expect.stringMatching(/only in the demo on this machine/),
        });
      } finally {
        await own.close();
      }
    },
  );
});
