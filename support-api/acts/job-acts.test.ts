import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordMail } from "#application/mails/mail-records.ts";
import { privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { until } from "#tests/support/until.ts";

let support: ConsoleForTests;
let agent: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleForTests();
  agent = await support.signIn("agent");
  const { queue, clock } = support;
  await queue.enqueue({
    id: "export:1",
    kind: "export",
    lane: "short",
    tenant: "aurora",
    dueAt: clock.now(),
    payload: {},
  });
  const job = await queue.claim({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 1_000 });
  if (job) await queue.deadLetter(job, "The store is closed.");
});
afterEach(() => support.close());

/** A dead job of a request about personal data. */
const givenUp = async (id: string) => {
  const { queue, clock } = support;
  const { kind, lane } = { kind: privacyRequestJobKind, lane: "upkeep" };
  await queue.enqueue({ id, kind, lane, tenant: "aurora", dueAt: clock.now(), payload: {} });
  const job = await queue.claim({ kinds: [kind], lanes: [lane], worker: "w", leaseMs: 1_000 });
  if (job) await queue.deadLetter(job, "The disk is broken.");
};

const act = (verb: string, body: unknown, id = "export:1") =>
  support.change(agent, `/support/api/dead-jobs/${encodeURIComponent(id)}/${verb}`, body);
const noted = async () => (await support.acts()).filter(({ type }) => type.startsWith("Job"));

describe("a job that was given up", () => {
  it.each([
    ["try-again", "waiting"],
    ["drop", "failed"],
  ])("no longer leaves its mail stuck after %s", async (verb, outcome) => {
    const { queue, clock, state } = support;
    const [id, tenant] = ["send-mail:m1", "aurora"];
    await queue.enqueue({ id, kind: "send-mail", lane: "mail", tenant, dueAt: clock.now(), payload: {} });
    const job = await queue.claim({ kinds: ["send-mail"], lanes: ["mail"], worker: "w", leaseMs: 1_000 });
    if (job) await queue.deadLetter(job, "The mail server is away.");
    const of = { kind: "message to support", tenant, about: "m1", recipients: 1 } as const;
    await recordMail({ state, clock }, { id, ...of, outcome: "stuck", reason: "it can't be reached" });
    const seen = async () => {
      const [list, one] = await Promise.all(
        ["mails", `mails/${id}`].map((path) => support.ask(`/support/api/${path}`, { cookie: agent.cookie })),
      );
      return [JSON.parse(list?.text ?? "")[0].outcome, JSON.parse(one?.text ?? "").outcome];
    };
    expect(await seen()).toEqual(["stuck", "stuck"]);
    await act(verb, { reason: "The mail server is back." }, id);
    expect(await seen()).toEqual([outcome, outcome]);
  });

  it("is listed with its reason, and by its shop and kind", async () => {
    const { text, headers } = await support.ask("/support/api/dead-jobs", { cookie: agent.cookie });
    expect(JSON.parse(text)).toMatchObject([{ id: "export:1", tenant: "aurora", reason: "The store is closed." }]);
    expect(headers.get("content-range")).toBe("dead-jobs 0-0/1");
    const filter = encodeURIComponent(JSON.stringify({ kind: "expire" }));
    const none = await support.ask(`/support/api/dead-jobs?filter=${filter}`, { cookie: agent.cookie });
    expect([none.text, none.headers.get("content-range")]).toEqual(["[]", "dead-jobs 0-0/0"]);
  });

  it.each([
    ["try-again", "JobTriedAgain", "open"],
    ["drop", "JobDropped", "completed"],
  ])("is changed once by %s, with a reason that the vault keeps", async (verb, type, standing) => {
    expect((await act(verb, { reason: "The store is open again." })).status).toBe(200);
    expect(await support.queue.getStatus("export:1")).toBe(standing);
    const [one] = await noted();
    expect(one).toMatchObject({ type, tenant: "aurora", data: { jobId: "export:1", kind: "export" } });
    expect(await support.vault.read(String(one?.data.reasonRef))).toBe("The store is open again.");
    expect((await act(verb, { reason: "The store is open again." })).status).toBe(404);
    expect(await noted()).toHaveLength(1);
  });

  it.each([
    ["drop", "JobDropped", "drop"],
    ["try-again", "JobTriedAgain", "try-again"],
  ])("is recorded as refused if somebody was faster than %s", async (verb, type, refused) => {
    const { execute } = support.runner;
    support.runner.execute = async (decider, ...rest) => {
      const result = await execute(decider, ...rest);
      support.runner.execute = execute;
      await support.queue.revive("export:1");
      return result;
    };
    expect((await act(verb, { reason: "The store is open again." })).status).toBe(409);
    const [first, second, ...more] = await noted();
    expect([first?.type, second?.type, more]).toEqual([type, "JobActRefused", []]);
    expect(second).toMatchObject({ tenant: "aurora", data: { ...first?.data, act: refused } });
  });

  it.each([
    ["drop", "JobDropped"],
    ["try-again", "JobTriedAgain"],
  ] as const)("is recorded as in doubt if the queue fails after %s was logged", async (verb, type) => {
    const { queue } = support;
    Object.assign(queue, { [verb === "drop" ? "drop" : "revive"]: () => Promise.reject(new StoreBusy("busy")) });
    expect((await act(verb, { reason: "The store is open again." })).status).toBe(503);
    const [first, second, ...more] = await noted();
    expect([first?.type, second?.type, more]).toEqual([type, "JobActUnconfirmed", []]);
    expect(second).toMatchObject({ tenant: "aurora", data: { ...first?.data, act: verb } });
  });

  /** From a drop on, neither the queue nor the audit log answers. */
  const loseStores = (error: Error) => {
    const { queue, runner } = support;
    const { execute } = runner;
    Object.assign(queue, {
      drop: async () => {
        runner.execute = () => Promise.reject(error);
        throw new StoreBusy("busy");
      },
    });
    return {
      comeBack: () => {
        runner.execute = execute;
      },
    };
  };

  it("is recorded as in doubt once the log's store is back, without keeping the agent waiting", async () => {
    const stores = loseStores(new StoreBusy("busy too"));
    expect((await act("drop", { reason: "The store is open again." })).status).toBe(503);
    expect((await noted()).map(({ type }) => type)).toEqual(["JobDropped"]);
    await until("it waits", () => support.logged().includes("The audit log waits for a store"));
    stores.comeBack();
    await until("the doubt is recorded", async () => (await noted()).length === 2);
    expect((await noted()).map(({ type }) => type)).toEqual(["JobDropped", "JobActUnconfirmed"]);
  });

  it("is recorded as in doubt if the answer to its record was lost", async () => {
    const { execute } = support.runner;
    support.runner.execute = async (decider, ...rest) => {
      await execute(decider, ...rest);
      support.runner.execute = execute;
      throw new StoreBusy("busy");
    };
    expect((await act("drop", { reason: "The store is open again." })).status).toBe(503);
    expect((await noted()).map(({ type }) => type)).toEqual(["JobDropped", "JobActUnconfirmed"]);
  });

  it("is recorded as refused once the log's store is back, and the agent hears the refusal at once", async () => {
    const { execute } = support.runner;
    let isAway = false;
    support.runner.execute = async (decider, ...rest) => {
      if (isAway) throw new StoreBusy("busy");
      const result = await execute(decider, ...rest);
      await support.queue.revive("export:1");
      isAway = true;
      return result;
    };
    expect((await act("drop", { reason: "The store is open again." })).status).toBe(409);
    isAway = false;
    support.runner.execute = execute;
    await until("the refusal is recorded", async () => (await noted()).length === 2);
    expect((await noted()).map(({ type }) => type)).toEqual(["JobDropped", "JobActRefused"]);
  });

  it("leaves a line in the process's log if its doubt can't be recorded", async () => {
    loseStores(new Error("the disk is broken"));
    expect((await act("drop", { reason: "The store is open again." })).status).toBe(503);
    await until("it is said", () => support.logged().includes("was done, but that isn't known"));
    expect(support.logged()).toContain("the disk is broken");
    expect((await noted()).map(({ type }) => type)).toEqual(["JobDropped"]);
  });

  it("can't be dropped if it carries out a privacy request, but can be tried again", async () => {
    const id = `${privacyRequestJobKind}:p`;
    await givenUp(id);
    const { status, text } = await act("drop", { reason: "It fails again and again." }, id);
    expect([status, JSON.parse(text)]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringMatching(/legally required/) }),
    ]);
    expect([await support.queue.getStatus(id), await noted()]).toEqual(["dead", []]);
    expect((await act("try-again", { reason: "The disk is mended." }, id)).status).toBe(200);
    expect(await support.queue.getStatus(id)).toBe("open");
  });

  it.each([
    {},
    { reason: "  no  " },
    { reason: "x".repeat(501) },
    { reason: 7 },
    { reason: "A reason", more: 1 },
    [],
    null,
  ])("is left unchanged without a reason: %j", async (body) => {
    expect((await act("drop", body)).status).toBe(400);
    expect([await support.queue.getStatus("export:1"), await noted()]).toEqual(["dead", []]);
  });
});
