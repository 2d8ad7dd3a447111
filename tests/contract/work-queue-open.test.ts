import { describe, expect, it } from "vitest";
import type { OpenJobsQuery } from "#infra/ports/work-queue.ts";
import { day, queueAdapters, queueUnderContract } from "./support/queue-under-contract.ts";

describe.each(queueAdapters)("The work queue ($name) lists open jobs", (adapter) => {
  const { queue, clock, aJob, inMs, claim } = queueUnderContract(adapter);

  const open = async (query: Partial<OpenJobsQuery> = {}) => {
    const { jobs, total } = await queue().listOpenJobs({ limit: 100, ...query });
    return { ids: jobs.map(({ id }) => id), states: jobs.map(({ state }) => state), total, jobs };
  };

  it("with each job's state and attempts, without completed or dead ones", async () => {
    for (const id of ["done", "dead", "held", "pausing", "put down"]) {
      await queue().enqueue(aJob(id, { tenant: id }));
      const job = await claim();
      if (id === "done") await queue().complete(job);
      if (id === "dead") await queue().deadLetter(job, "Broken.");
      if (id === "pausing") await queue().scheduleRetry(job, 60_000);
      if (id === "put down") await queue().reschedule(job, 30_000);
    }
    await queue().enqueue(aJob("later", { dueAt: inMs(90_000), tenant: "later" }));
    await queue().enqueue(aJob("waiting", { tenant: "waiting" }));
    const { jobs, total } = await open();
    const seen = jobs.map(({ id, state, attempts, until }) => ({
      id,
      state,
      attempts,
      in: until && until.getTime() - clock().wall().getTime(),
    }));
    expect([...seen].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: "held", state: "running", attempts: 1, in: 30_000 },
      { id: "later", state: "later", attempts: 0, in: undefined },
      { id: "pausing", state: "pausing", attempts: 1, in: 60_000 },
      { id: "put down", state: "pausing", attempts: 0, in: 30_000 },
      { id: "waiting", state: "waiting", attempts: 0, in: undefined },
    ]);
    expect(total).toBe(5);
    expect(jobs.find(({ id }) => id === "later")).toMatchObject({
      kind: "export",
      lane: "short",
      tenant: "later",
      dueAt: inMs(90_000),
      enqueuedAt: clock().wall(),
      waitedFor: 0,
    });
  });

  it("by kind, shop, state, id and due time, in order, in pages and with their count", async () => {
    for (const n of [3, 1, 2]) await queue().enqueue(aJob(`a${n}`, { dueAt: inMs(n * 1_000) }));
    await queue().enqueue(aJob("b", { tenant: "borealis", kind: "expire" }));
    expect((await open()).ids).toEqual(["b", "a1", "a2", "a3"]);
    expect((await open({ descending: true })).ids).toEqual(["a3", "a2", "a1", "b"]);
    expect(await open({ kind: "export", offset: 1, limit: 1 })).toMatchObject({ ids: ["a2"], total: 3 });
    expect((await open({ tenant: "borealis" })).ids).toEqual(["b"]);
    expect((await open({ state: "waiting" })).ids).toEqual(["b"]);
    expect((await open({ state: "later", id: "a2" })).ids).toEqual(["a2"]);
    expect((await open({ dueFrom: inMs(1_000), dueBefore: inMs(3_000) })).ids).toEqual(["a1", "a2"]);
    expect(await open({ kind: "unknown" })).toMatchObject({ ids: [], total: 0 });
  });

  it("by how long they could have been claimed: since arrival, due time or release", async () => {
    await queue().enqueue(aJob("at once", { dueAt: inMs(-86_400_000) }));
    await queue().enqueue(aJob("due in a minute", { dueAt: inMs(60_000), tenant: "borealis" }));
    const waited = async () => (await open({ minWaitMs: 60_000 })).ids;
    expect(await waited()).toEqual([]);
    clock().advance(60_000);
    expect(await waited()).toEqual(["at once"]);
    clock().advance(60_000);
    expect(await waited()).toEqual(["at once", "due in a minute"]);
    const [first] = (await open({ minWaitMs: 60_000 })).jobs;
    expect(first).toMatchObject({ state: "waiting", waitedFor: 120_000 });
    await claim({ leaseMs: 30_000 });
    expect(await waited()).not.toContain("at once");
    clock().advance(30_000);
    expect((await open({ id: "at once" })).jobs).toMatchObject([{ state: "waiting", waitedFor: 0 }]);
    clock().advance(60_000);
    expect(await waited()).toContain("at once");
    await queue().scheduleRetry(await claim(), 60_000);
    clock().advance(60_000);
    expect((await open({ state: "waiting", minWaitMs: 1 })).ids).toHaveLength(1);
    clock().advance(60_000);
    expect(await waited()).toHaveLength(2);
  });

  const waitedFor = async (id: string) => {
    const [job] = (await open({ id })).jobs;
    const { ids } = await open({ minWaitMs: 60_000, id });
    return { state: job?.state, for: job?.waitedFor, isOverdue: ids.length > 0 };
  };
  /** A worker reads the jobs and claims another one, which is due first. */
  const givenALook = async (): Promise<void> => {
    await queue().enqueue(aJob("first", { dueAt: inMs(-10 * day) }));
    expect((await claim({ leaseMs: day })).id).toBe("first");
  };

  it("with a wait since the end of its delay, even after other jobs are claimed", async () => {
    await queue().enqueue(aJob("paused"));
    clock().advance(day);
    await queue().scheduleRetry(await claim(), 120_000);
    clock().advance(130_000);
    expect(await waitedFor("paused")).toEqual({ state: "waiting", for: 10_000, isOverdue: false });
    await givenALook();
    expect(await waitedFor("paused")).toEqual({ state: "waiting", for: 10_000, isOverdue: false });
    clock().advance(50_000);
    expect(await waitedFor("paused")).toEqual({ state: "waiting", for: 60_000, isOverdue: true });
  });

  it("with a wait since its return if it was retried without a delay", async () => {
    await queue().enqueue(aJob("back"));
    clock().advance(day);
    await queue().scheduleRetry(await claim(), 0);
    expect(await waitedFor("back")).toEqual({ state: "waiting", for: 0, isOverdue: false });
    await givenALook();
    clock().advance(60_000);
    expect(await waitedFor("back")).toEqual({ state: "waiting", for: 60_000, isOverdue: true });
  });

  it("with a wait since its revival instead of its arrival", async () => {
    await queue().enqueue(aJob("dead"));
    await queue().deadLetter(await claim(), "Broken.");
    clock().advance(day);
    await queue().revive("dead");
    expect(await waitedFor("dead")).toEqual({ state: "waiting", for: 0, isOverdue: false });
    await givenALook();
    expect(await waitedFor("dead")).toEqual({ state: "waiting", for: 0, isOverdue: false });
    clock().advance(60_000);
    expect(await waitedFor("dead")).toEqual({ state: "waiting", for: 60_000, isOverdue: true });
  });
});
