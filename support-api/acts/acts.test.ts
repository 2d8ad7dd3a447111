import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { consoleDecider } from "#domain/console/decider.ts";
import type { ConsoleAutomationDetails } from "#domain/wire/support/console.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { SignedInBrowser } from "#tests/support/console-for-tests.ts";
import { type ConsoleWithShop, startConsoleWithShop } from "#tests/support/console-with-shop.ts";
import { givenTexts } from "#tests/support/given-automation.ts";

/** ADR 102: actions of agents for a shop. */

let support: ConsoleWithShop;
let agent: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleWithShop();
  agent = await support.signIn("agent");
});
afterEach(() => support.close());

const act = (path: string, body: object = {}, browser = agent) => support.act(browser, path, body);
const missing = randomUUID();

describe("a suspended automated report", () => {
  const given = async () => {
    const { automationId, ledger } = support;
    await ledger.suspend();
    return { automationId, ledger };
  };

  it("is restarted as by its merchant, but the event names the agent", async () => {
    const { automationId, ledger } = await given();
    const path = `automations/${automationId}`;
    expect(await support.one(agent, path)).toMatchObject({ status: "Suspended", failedTries: 5, suspended: true });
    expect(await act(`${path}/restart`)).toEqual({ status: 200, id: automationId });
    const resumed = (await support.streamed(`automation-${automationId}`)).at(-1);
    expect(resumed).toMatchObject({
      type: "Resumed",
      data: { choice: "one", retry: true },
      metadata: { actor: { kind: "agent" } },
    });
    expect((await ledger.state()).retry).not.toBeNull();
    const after = await support.one<ConsoleAutomationDetails>(agent, path);
    expect(after).toMatchObject({ status: "Suspended retry", suspended: false });
    const [noted, ...others] = await support.acted();
    expect([noted, others]).toMatchObject([
      { tenant: support.tenant, data: { act: "restart-report", about: automationId } },
      [],
    ]);
    expect(await support.vault.read(String(noted?.data.reasonRef))).toBe("The merchant asked us to.");
  });

  it("is restarted once, even by a double click and a second agent", async () => {
    const { automationId } = await given();
    const path = `automations/${automationId}/restart`;
    const same = { act: randomUUID() };
    const both = await Promise.all([act(path, same), act(path, same)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await act(path, same)).toMatchObject({ status: 200 });
    const other = await act(path, {}, await support.signIn("admin"));
    expect(other).toMatchObject({ status: 409, message: expect.stringContaining("already been restarted") });
    const types = (await support.streamed(`automation-${automationId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === "Resumed")).toHaveLength(1);
    expect(await support.acted()).toHaveLength(1);
  });

  it.each<[string, (made: Awaited<ReturnType<typeof given>>) => Promise<unknown>, RegExp]>([
    [
      "somebody has restarted it meanwhile",
      async ({ automationId, ledger }) => {
        expect((await act(`automations/${automationId}/restart`)).status).toBe(200);
        support.clock.advance(1_000);
        return ledger.state();
      },
      /already been restarted/,
    ],
    [
      "its shop has uninstalled Sheaf",
      () => support.onShop({ type: "UninstallShop", webhookId: "w" }),
      /isn't connected, or has a charge to approve/,
    ],
    [
      "its shop does not pay",
      () => support.onShop({ type: "EndCharge", subscriptionId: "subscription", status: "CANCELLED" }),
      /isn't connected, or has a charge to approve/,
    ],
  ])("is left unchanged if %s", async (_what, happen, sentence) => {
    const made = await given();
    await happen(made);
    const noted = (await support.acted()).length;
    expect(await act(`automations/${made.automationId}/restart`)).toMatchObject({
      status: 409,
      message: expect.stringMatching(sentence),
    });
    expect(await support.acted()).toHaveLength(noted);
  });

  const pause = async () => {
    const { automationId } = support;
    const { state } = await support.runner.load(workspaceDecider, support.tenant);
    const base = state.automations.find((one) => one.automationId === automationId);
    if (!base) throw new Error("There is no automated report.");
    const wanted = { ...base, enabled: false };
    const texts = givenTexts(base.destination);
    await support.onWorkspace({ type: "UpdateAutomation", automationId, base, wanted, texts, today: "2000-01-01" });
  };

  it.each<[string, () => Promise<void>, number, RegExp]>([
    ["pauses", pause, 409, /The merchant paused this report/],
    [
      "deletes",
      () => support.onWorkspace({ type: "DeleteAutomation", automationId: support.automationId }),
      404,
      /The merchant has deleted/,
    ],
  ])("is not restarted if its merchant %s it just before", async (_does, happens, status, sentence) => {
    const { automationId } = await given();
    const { execute } = support.runner;
    support.runner.execute = async (decider, ...rest) => {
      const result = await execute(decider, ...rest);
      if (decider.category !== consoleDecider.category) return result;
      support.runner.execute = execute;
      await happens();
      return result;
    };
    const answer = await act(`automations/${automationId}/restart`);
    expect(answer).toMatchObject({ status, message: expect.stringMatching(sentence) });
    const types = (await support.streamed(`automation-${automationId}`)).map(({ type }) => type);
    expect(types).not.toContain("Resumed");
    const logged = (await support.acts()).filter(({ type }) => type.startsWith("AgentAct"));
    expect(logged.map(({ type }) => type)).toEqual(["AgentActed", "AgentActRefused"]);
    expect(logged[1]?.data).toEqual(logged[0]?.data);
  });

  it("is recorded as refused once, even by 8 clicks at the same time", async () => {
    const { automationId } = await given();
    const { execute } = support.runner;
    const [allChecked, firstRefused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let checked = 0;
    support.runner.execute = async (decider, ...rest) => {
      if (decider.category === consoleDecider.category && checked < 8) {
        checked += 1;
        const isFirst = checked === 1;
        if (checked === 8) {
          await pause();
          allChecked.resolve();
        }
        await (isFirst ? allChecked : firstRefused).promise;
      }
      return execute(decider, ...rest);
    };
    const same = { act: randomUUID() };
    const clicks = Array.from({ length: 8 }, async () => {
      const { status } = await act(`automations/${automationId}/restart`, same);
      firstRefused.resolve();
      return status;
    });
    expect(await Promise.all(clicks)).toEqual(Array(8).fill(409));
    const logged = (await support.acts()).filter(({ type }) => type.startsWith("AgentAct"));
    expect(logged.map(({ type }) => type)).toEqual(["AgentActed", "AgentActRefused"]);
  });

  it("is recorded as done if another click was refused just before", async () => {
    const { automationId } = await given();
    const { execute } = support.runner;
    support.runner.execute = async (decider, ...rest) => {
      const result = await execute(decider, ...rest);
      if (decider.category !== "automation") return result;
      support.runner.execute = execute;
      const acted = (await support.eventStore.readAll({ limit: 1_000 })).find(({ type }) => type === "AgentActed");
      const id = String(acted?.stream.slice("console-".length));
      const actor = { kind: "agent", agent: String(acted?.data.agent) } as const;
      const request = { tenant: support.tenant, correlation: "other-click", actor };
      await execute(consoleDecider, id, (context) => ({ type: "NoteRefusal", context }), request);
      return result;
    };
    expect((await act(`automations/${automationId}/restart`)).status).toBe(200);
    const logged = (await support.acts()).filter(({ type }) => type.startsWith("AgentAct"));
    expect(logged.map(({ type }) => type)).toEqual(["AgentActed", "AgentActRefused", "AgentActed"]);
    expect(logged[2]?.data).toEqual(logged[0]?.data);
  });

  it("can't be restarted if it is running", async () => {
    const answer = await act(`automations/${support.automationId}/restart`);
    expect(answer).toMatchObject({ status: 409, message: expect.stringContaining("isn't suspended any more") });
    expect(await act(`automations/${missing}/restart`)).toMatchObject({ status: 404 });
  });
});

describe("a failed export", () => {
  it("is repeated once as the merchant's own export, by any support role", async () => {
    await support.givenFailed("e1");
    const same = { act: randomUUID() };
    const first = await act("exports/e1/ask-again", same);
    expect(first).toEqual({ status: 200, id: "e1", exportId: expect.any(String) });
    expect(await act("exports/e1/ask-again", same)).toEqual(first);
    const [requested, ...more] = await support.streamed(`export-${first.exportId}`);
    expect([requested, more]).toMatchObject([
      {
        type: "ExportRequested",
        data: { tenant: support.tenant, trigger: "manual", repeats: { exportId: "e1" } },
        metadata: { actor: { kind: "agent" } },
      },
      [],
    ]);
    const again = await act("exports/e1/ask-again", {}, await support.signIn("admin"));
    expect(again).toMatchObject({ status: 409, message: expect.stringContaining(String(first.exportId)) });
    expect(await support.acted()).toHaveLength(1);
  });

  it("is repeated once if two agents request it at the same time", async () => {
    await support.givenFailed("e1");
    const admin = await support.signIn("admin");
    const both = await Promise.all([act("exports/e1/ask-again"), act("exports/e1/ask-again", {}, admin)]);
    expect(both.map(({ status }) => status).sort()[0]).toBe(200);
    const requests = (await support.eventStore.readAll({ limit: 1_000 })).filter(
      ({ type, data }) => type === "ExportRequested" && data.repeats !== undefined,
    );
    expect(requests).toHaveLength(1);
  });

  it("can't be repeated if it is finished or too old", async () => {
    await support.givenFinished("e1", "2026-11-27T12:00:00.000Z");
    expect(await act("exports/e1/ask-again")).toMatchObject({
      status: 409,
      message: expect.stringContaining("file is ready"),
    });
    await support.givenFailed("e2");
    for (const { key } of await support.state.find("input-of", support.tenant)) await support.state.delete(key);
    expect(await act("exports/e2/ask-again")).toMatchObject({
      status: 409,
      message: expect.stringContaining("this one is older"),
    });
    expect(await act("exports/unknown/ask-again")).toMatchObject({ status: 404 });
    expect(await support.acted()).toEqual([]);
  });
});

describe("a file", () => {
  const seen = "2026-11-27T12:00:00.000Z";
  const later = "2026-12-04T12:00:00.000Z";

  it("is extended or reset to its original expiry only from the state that the page showed", async () => {
    await support.givenFinished("e1", seen);
    expect((await act("exports/e1/keep", { seen, days: 7 })).status).toBe(200);
    const stale = await act("exports/e1/keep", { seen, days: 7 });
    expect(stale).toMatchObject({ status: 409, message: expect.stringContaining("Somebody changed this") });
    expect((await act("exports/e1/keep", { seen: later, days: 0 })).status).toBe(200);
    const changes = (await support.streamed("export-e1")).filter(({ type }) => type === "ExportRetentionChanged");
    expect(changes.map(({ data }) => data)).toEqual([
      { from: seen, to: later, longer: true },
      { from: later, to: seen, longer: false },
    ]);
    expect((await support.acted()).map(({ data }) => [data.from, data.to])).toEqual([
      [seen, later],
      [later, seen],
    ]);
  });

  it("can't be reset to its original expiry if nobody extended it, and nothing is recorded", async () => {
    await support.givenFinished("e1", seen);
    const answer = await act("exports/e1/keep", { seen, days: 0 });
    expect(answer).toMatchObject({
      status: 409,
      message: "The file is already kept only until its original expiry. There is nothing left to do.",
    });
    expect(await support.acted()).toEqual([]);
  });

  it("is extended once by a repeated request", async () => {
    await support.givenFinished("e1", seen);
    const same = { act: randomUUID(), seen, days: 7 };
    expect((await act("exports/e1/keep", same)).status).toBe(200);
    expect((await act("exports/e1/keep", same)).status).toBe(200);
    expect(await support.acted()).toHaveLength(1);
  });

  it.each([{ days: -1 }, { days: 91 }, { days: 1.5 }, { days: "7" }, { seen: "tomorrow" }, {}])(
    "is not extended by an invalid request: %j",
    async (body) => {
      await support.givenFinished("e1", seen);
      const given = Object.keys(body).length === 0 ? {} : { seen, days: 7, ...body };
      expect((await act("exports/e1/keep", given)).status).toBe(400);
      expect(await support.acted()).toEqual([]);
    },
  );

  it("can't be extended once it is gone", async () => {
    await support.givenFailed("e1");
    const answer = await act("exports/e1/keep", { seen, days: 7 });
    expect(answer).toMatchObject({ status: 409, message: expect.stringContaining("no longer has a file") });
  });
});

describe("an act", () => {
  it.each([
    { reason: undefined },
    { reason: "   no   " },
    { reason: "x".repeat(501) },
    { act: "1" },
    { act: undefined },
    { more: 1 },
  ])("is refused without an id or a reason, or with extra fields: %j", async (body) => {
    await support.givenFailed("e1");
    expect((await act("exports/e1/ask-again", body)).status).toBe(400);
    expect(await support.acted()).toEqual([]);
  });

  it("is another act if its id is reused for another target", async () => {
    const { automationId, ledger } = support;
    await ledger.suspend();
    await support.givenFailed("e1");
    const same = { act: randomUUID() };
    expect((await act(`automations/${automationId}/restart`, same)).status).toBe(200);
    // The same id for another target is another action, and is logged as such.
    expect((await act("exports/e1/ask-again", same)).status).toBe(200);
    expect((await support.acted()).map(({ data }) => data.act)).toEqual(["restart-report", "ask-again"]);
  });

  it("is completed by its repeat after its process died, and recorded once", async () => {
    await support.givenFailed("e1");
    const { execute } = support.runner;
    support.runner.execute = (decider, ...rest) =>
      decider.category === "export" ? Promise.reject(new Error("Killed.")) : execute(decider, ...rest);
    const same = { act: randomUUID() };
    expect((await act("exports/e1/ask-again", same)).status).toBe(500);
    support.runner.execute = execute;
    expect((await act("exports/e1/ask-again", same)).status).toBe(200);
    expect(await support.acted()).toHaveLength(1);
  });
});
