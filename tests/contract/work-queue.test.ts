import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { day, queueAdapters, queueUnderContract, wanted } from "./support/queue-under-contract.ts";

describe.each(queueAdapters)("The work queue ($name)", (adapter) => {
  const { queue, clock, reopen, aJob, inMs, claim, claimIds } = queueUnderContract(adapter);

  it("hands out an enqueued job once", async () => {
    const job = aJob("j1", { payload: { list: [1, { deep: "ü" }] } });
    await queue().enqueue(job);
    expect(await queue().claim(wanted)).toEqual({ ...job, fence: 1, enqueuedAt: clock().wall(), attempts: 1 });
    expect(await queue().claim(wanted)).toBeUndefined();
  });

  it("keeps jobs and leases after a restart", async () => {
    await queue().enqueue(aJob("j1"));
    await queue().enqueue(aJob("j2"));
    const held = await claim();
    await reopen();
    expect((await claim()).id).toBe("j2");
    expect(await queue().complete(held)).toBe(true);
  });

  it("ignores a second enqueue of an id, whatever happened to the first", async () => {
    expect(await queue().enqueue(aJob("j1"))).toBe(true);
    expect(await queue().enqueue(aJob("j1", { tenant: "borealis", payload: { other: true } }))).toBe(false);
    const job = await claim();
    expect(job.tenant).toBe("aurora");
    expect(await queue().enqueue(aJob("j1"))).toBe(false);
    await queue().complete(job);
    expect(await queue().enqueue(aJob("j1"))).toBe(false);
    expect(await queue().claim(wanted)).toBeUndefined();
  });

  it("remembers a completed job for 30 days, and an open one forever", async () => {
    await queue().enqueue(aJob("done"));
    await queue().complete(await claim());
    await queue().enqueue(aJob("open", { dueAt: inMs(1_000 * day) }));
    clock().advance(29 * day);
    expect(await queue().enqueue(aJob("done"))).toBe(false);
    clock().advance(2 * day);
    await queue().enqueue(aJob("any"));
    expect(await queue().enqueue(aJob("done"))).toBe(true);
    expect(await queue().enqueue(aJob("open"))).toBe(false);
  });

  it("hands out only due jobs, by business time", async () => {
    await queue().enqueue(aJob("later", { dueAt: inMs(1_000) }));
    clock().advanceWall(5_000);
    expect(await queue().claim(wanted)).toBeUndefined();
    clock().advance(1_000);
    expect((await claim()).id).toBe("later");
  });

  it("hands out only the requested kinds and lanes", async () => {
    await queue().enqueue(aJob("long", { lane: "long" }));
    await queue().enqueue(aJob("expiry", { kind: "expire" }));
    expect(await queue().claim({ ...wanted, lanes: ["short"] })).toBeUndefined();
    expect((await claim({ lanes: ["short"], kinds: ["export", "expire"] })).id).toBe("expiry");
    expect((await claim({ lanes: ["short", "long"] })).id).toBe("long");
  });

  it("hands out a shop's jobs in the order they are due", async () => {
    for (const [id, ms] of [
      ["third", -10],
      ["first", -30],
      ["second", -20],
    ] as const) {
      await queue().enqueue(aJob(id, { dueAt: inMs(ms) }));
    }
    expect(await claimIds(4)).toEqual(["first", "second", "third", undefined]);
  });

  it("takes turns between shops, so that one with many jobs doesn't delay the others", async () => {
    for (let n = 0; n < 4; n += 1) await queue().enqueue(aJob(`a${n}`, { dueAt: inMs(-1_000 + n) }));
    for (let n = 0; n < 2; n += 1) await queue().enqueue(aJob(`b${n}`, { tenant: "borealis", dueAt: inMs(-500 + n) }));
    await queue().enqueue(aJob("c0", { tenant: "cumulus", dueAt: inMs(-100) }));
    expect(await claimIds(7)).toEqual(["a0", "b0", "c0", "a1", "b1", "a2", "a3"]);
    await queue().enqueue(aJob("a4", { dueAt: inMs(-9_000) }));
    await queue().enqueue(aJob("c1", { tenant: "cumulus" }));
    expect(await claimIds(2)).toEqual(["c1", "a4"]);
  });

  it("hands out a batch in the same order as single jobs, each with its own lease", async () => {
    for (const tenant of ["aurora", "borealis", "cumulus"])
      for (const n of [1, 2, 3]) await queue().enqueue(aJob(`${tenant}-${n}`, { tenant, dueAt: inMs(n - 10) }));
    await claim();
    const five = await queue().claimBatch({ ...wanted, maxRunningPerShop: 2 }, 9);
    expect(five.map(({ id }) => id)).toEqual(["borealis-1", "cumulus-1", "aurora-2", "borealis-2", "cumulus-2"]);
    expect(await queue().claimBatch({ ...wanted, maxRunningPerShop: 2 }, 9)).toEqual([]);
    expect(await Promise.all(five.map((job) => queue().complete(job)))).toEqual(five.map(() => true));
    const rest = await queue().claimBatch(wanted, 2);
    expect(rest.map(({ fence, attempts }) => [fence, attempts])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(await claimIds(2)).toEqual(["cumulus-3", undefined]);
  });

  it("hands out several jobs of a shop per turn if requested, earliest first, within its limit", async () => {
    for (const tenant of ["aurora", "borealis"])
      for (const n of [1, 2, 3, 4, 5]) await queue().enqueue(aJob(`${tenant}-${n}`, { tenant, dueAt: inMs(n - 10) }));
    await queue().enqueue(aJob("borealis-later", { tenant: "borealis", dueAt: inMs(60_000) }));
    const some = async (most: number, maxRunningPerShop: number) =>
      (await queue().claimBatch({ ...wanted, maxRunningPerShop, maxPerTurn: 2 }, most)).map(({ id }) => id);
    expect(await some(5, 9)).toEqual(["aurora-1", "aurora-2", "borealis-1", "borealis-2", "aurora-3"]);
    expect(await some(9, 3)).toEqual(["borealis-3"]);
    expect(await some(9, 9)).toEqual(["aurora-4", "aurora-5", "borealis-4", "borealis-5"]);
  });

  it("counts turns by kind: a shop's small chores don't cost it its turn at exports", async () => {
    await queue().enqueue(aJob("chore", { kind: "expire" }));
    await claim({ kinds: ["expire"] });
    await queue().enqueue(aJob("a0", { dueAt: inMs(-10) }));
    await queue().enqueue(aJob("b0", { tenant: "borealis" }));
    expect(await claimIds(2)).toEqual(["a0", "b0"]);
  });

  it("skips a shop that has as many running jobs as allowed", async () => {
    for (let n = 0; n < 3; n += 1) await queue().enqueue(aJob(`a${n}`, { dueAt: inMs(n - 100) }));
    await queue().enqueue(aJob("b0", { tenant: "borealis" }));
    const first = await claim({ maxRunningPerShop: 2 });
    expect(await claimIds(3, { maxRunningPerShop: 2 })).toEqual(["b0", "a1", undefined]);
    await queue().complete(first);
    expect(await claimIds(2, { maxRunningPerShop: 2 })).toEqual(["a2", undefined]);
  });

  it("counts neither expired leases nor other kinds as running", async () => {
    await queue().enqueue(aJob("chore", { kind: "expire" }));
    await claim({ kinds: ["expire"] });
    await queue().enqueue(aJob("a0", { dueAt: inMs(-10) }));
    await queue().enqueue(aJob("a1"));
    expect(await claimIds(2, { maxRunningPerShop: 1, leaseMs: 1_000 })).toEqual(["a0", undefined]);
    clock().advanceWall(1_000);
    expect(await claimIds(2, { maxRunningPerShop: 1 })).toEqual(["a0", undefined]);
  });

  it("hands on a job whose lease expired, with a higher fence", async () => {
    await queue().enqueue(aJob("j1"));
    const first = await claim({ leaseMs: 1_000 });
    clock().advanceWall(999);
    expect(await queue().claim(wanted)).toBeUndefined();
    clock().advanceWall(1);
    const second = await claim({ worker: "w2" });
    expect([second.fence, second.attempts]).toEqual([2, 2]);
    expect(await queue().extendLease(first, 1_000)).toBe(false);
    expect(await queue().scheduleRetry(first, 0)).toBe(false);
    expect(await queue().complete(first)).toBe(false);
    expect(await queue().complete(second)).toBe(true);
  });

  it("leaves a job to the worker that extends its lease", async () => {
    await queue().enqueue(aJob("j1"));
    const job = await claim({ leaseMs: 1_000 });
    clock().advanceWall(900);
    expect(await queue().extendLease(job, 1_000)).toBe(true);
    clock().advanceWall(900);
    expect(await queue().claim(wanted)).toBeUndefined();
    expect(await queue().complete(job)).toBe(true);
    expect(await queue().complete(job)).toBe(false);
    expect(await queue().extendLease(job, 1_000)).toBe(false);
  });

  it("lets a late worker extend its lease as long as nobody else has the job", async () => {
    await queue().enqueue(aJob("j1"));
    const job = await claim({ leaseMs: 1_000 });
    clock().advanceWall(2_000);
    expect(await queue().extendLease(job, 1_000)).toBe(true);
    expect(await queue().claim(wanted)).toBeUndefined();
  });

  it("delays a retried job by wall time", async () => {
    await queue().enqueue(aJob("j1"));
    const job = await claim();
    expect(await queue().scheduleRetry(job, 5_000)).toBe(true);
    expect(await queue().complete(job)).toBe(false);
    clock().advanceWall(4_999);
    expect(await queue().claim(wanted)).toBeUndefined();
    clock().advanceWall(1);
    expect((await claim()).attempts).toBe(2);
  });

  it("takes turns between shops when hundreds of jobs each become due at the same time", async () => {
    for (let n = 0; n < 300; n += 1) await queue().enqueue(aJob(`a${n}`, { dueAt: inMs(1_000) }));
    for (const tenant of ["borealis", "cumulus"]) await queue().enqueue(aJob(tenant, { tenant, dueAt: inMs(1_001) }));
    expect(await queue().claim(wanted)).toBeUndefined();
    clock().advance(5_000);
    expect(await claimIds(4)).toEqual(["a0", "borealis", "cumulus", "a1"]);
  });

  it("counts a shop's open jobs, waiting and running", async () => {
    for (const id of ["j1", "j2", "j3"]) await queue().enqueue(aJob(id));
    await queue().enqueue(aJob("later", { dueAt: inMs(day) }));
    await queue().enqueue(aJob("expiry", { kind: "expire" }));
    await queue().enqueue(aJob("other", { tenant: "borealis" }));
    const shortLived = await claim({ leaseMs: 1_000, maxRunningPerShop: 1 });
    await claim();
    await queue().complete(shortLived);
    const count = () => queue().countOpen({ tenant: "aurora", kinds: ["export"] });
    const before = await count();
    expect(before.waiting + before.running).toBe(3);
    clock().advanceWall(60_000);
    expect(await count()).toEqual({ waiting: 3, running: 0 });
    expect(await queue().countOpen({ tenant: "aurora", kinds: ["export", "expire"] })).toEqual({
      waiting: 4,
      running: 0,
    });
    expect(await queue().countOpen({ tenant: "nimbus", kinds: ["export"] })).toEqual({ waiting: 0, running: 0 });
  });

  it("lists live leases for janitors", async () => {
    for (const id of ["j1", "j2", "j3"]) await queue().enqueue(aJob(id));
    const first = await claim({ leaseMs: 1_000 });
    const second = await claim();
    const third = await claim();
    await queue().complete(third);
    expect(await queue().listLiveLeases("export")).toEqual([first, second]);
    clock().advanceWall(1_000);
    expect(await queue().listLiveLeases("export")).toEqual([second]);
    expect(await queue().listLiveLeases("expire")).toEqual([]);
  });

  it("gives each of many jobs to one of many workers", async () => {
    for (let n = 0; n < 30; n += 1) await queue().enqueue(aJob(`j${n}`, { tenant: `shop-${n % 4}` }));
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, n) => queue().claim({ ...wanted, worker: `w${n}` })),
    );
    const ids = claims.flatMap((job) => (job ? [job.id] : []));
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  });

  it("wakes a waiting worker when a job is enqueued or retried", async () => {
    const stop = new AbortController();
    const woken = queue().waitForJobs(60_000, stop.signal);
    await queue().enqueue(aJob("j1"));
    await woken;
    const job = await claim();
    const again = queue().waitForJobs(60_000, stop.signal);
    await queue().scheduleRetry(job, 0);
    await again;
    expect((await claim()).id).toBe("j1");
  });

  it("wakes a worker for a job that arrived while it was claiming another kind", async () => {
    expect(await queue().claim(wanted)).toBeUndefined();
    await queue().enqueue(aJob("j1"));
    const other = { ...wanted, kinds: ["expire"] };
    expect(await queue().claim(other)).toBeUndefined();
    // Another worker of the process waits for its own claim.
    await queue().waitForJobs(0, new AbortController().signal, [other]);
    const stop = new AbortController();
    const woken = queue().waitForJobs(60_000, stop.signal, [wanted, other]);
    const ended = await Promise.race([woken.then(() => "woken"), pause(200, "waits")]);
    stop.abort();
    await woken;
    expect(ended).toBe("woken");
  });

  it("ends a wait after its time or when it is stopped", async () => {
    const stop = new AbortController();
    await queue().waitForJobs(1, stop.signal);
    const waiting = queue().waitForJobs(60_000, stop.signal);
    stop.abort();
    await waiting;
    await queue().waitForJobs(60_000, stop.signal);
  });
});
