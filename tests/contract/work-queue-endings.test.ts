import { describe, expect, it } from "vitest";
import { day, queueAdapters, queueUnderContract, wanted } from "./support/queue-under-contract.ts";

describe.each(queueAdapters)("The work queue ($name)", (adapter) => {
  const { queue, clock, aJob, claim } = queueUnderContract(adapter);

  it("doesn't count a rescheduled claim as an attempt, and hands it out later", async () => {
    await queue().enqueue(aJob("j1"));
    const first = await claim();
    expect(await queue().reschedule(first, 5_000, { of: "j1", operation: "7" })).toBe(true);
    expect(await queue().reschedule(first, 0)).toBe(false);
    clock().advanceWall(4_999);
    expect(await queue().claim(wanted)).toBeUndefined();
    clock().advanceWall(1);
    const second = await claim();
    expect(second).toMatchObject({ fence: 2, attempts: 1, payload: { of: "j1", operation: "7" } });
    await queue().scheduleRetry(second, 0);
    const third = await claim();
    expect(third).toMatchObject({ fence: 3, attempts: 2, payload: { of: "j1", operation: "7" } });
    await queue().reschedule(third, 0);
    expect(await claim()).toMatchObject({ fence: 4, attempts: 2, payload: { of: "j1", operation: "7" } });
  });

  it("doesn't let a forgotten job's earlier holder end the lease of its current holder", async () => {
    await queue().enqueue(aJob("j1"));
    const early = await claim();
    clock().advance(30_000);
    await queue().complete(await claim());
    clock().advance(31 * day);
    await queue().enqueue(aJob("any", { kind: "other" }));
    await queue().enqueue(aJob("j1"));
    const holder = await claim();
    expect(holder.fence).toBe(early.fence);
    expect(await queue().extendLease(early, 30_000)).toBe(false);
    expect(await queue().reschedule(early, 60_000)).toBe(false);
    expect(await queue().scheduleRetry(early, 60_000)).toBe(false);
    expect(await queue().deadLetter(early, "Mine.")).toBe(false);
    expect(await queue().complete(early)).toBe(false);
    expect(await queue().complete(holder)).toBe(true);
  });

  it("returns the status of a job, and forgets a completed one, so that it can be repeated", async () => {
    expect(await queue().getStatus("j1")).toBeUndefined();
    await queue().enqueue(aJob("j1"));
    expect([await queue().getStatus("j1"), await queue().forget("j1")]).toEqual(["open", false]);
    await queue().complete(await claim());
    expect(await queue().getStatus("j1")).toBe("completed");
    expect([await queue().forget("j1"), await queue().forget("j1")]).toEqual([true, false]);
    expect(await queue().getStatus("j1")).toBeUndefined();
    expect(await queue().enqueue(aJob("j1"))).toBe(true);
    await queue().deadLetter(await claim(), "Broken.");
    expect([await queue().getStatus("j1"), await queue().forget("j1")]).toEqual(["dead", false]);
  });

  describe("jobs left by a dead worker", () => {
    it("can be claimed as soon as they are released, with the lost attempt counted", async () => {
      await queue().enqueue(aJob("held"));
      await queue().enqueue(aJob("another's", { tenant: "borealis" }));
      const lost = await claim({ worker: "dead" });
      const others = await claim({ worker: "alive" });
      expect(await queue().releaseLeases("dead")).toBe(1);
      expect(await queue().releaseLeases("dead")).toBe(0);
      expect(await claim({ worker: "next" })).toMatchObject({ id: lost.id, fence: 2, attempts: 2 });
      expect(await queue().claim(wanted)).toBeUndefined();
      expect(await queue().complete(lost)).toBe(false);
      expect(await queue().extendLease(others, 30_000)).toBe(true);
    });

    it("stay with it if it is still alive and nobody has taken them yet", async () => {
      await queue().enqueue(aJob("held"));
      const held = await claim({ worker: "silent" });
      await queue().releaseLeases("silent");
      expect(await queue().extendLease(held, 30_000)).toBe(true);
      expect(await queue().claim(wanted)).toBeUndefined();
      expect(await queue().complete(held)).toBe(true);
    });

    it.each([
      ["forward", 3_600_000],
      ["back", -3_600_000],
    ])("don't get their lease back if the clock is set %s", async (_way, jump) => {
      await queue().enqueue(aJob("held"));
      await claim({ worker: "dead" });
      await queue().releaseLeases("dead");
      clock().jump(jump);
      expect((await claim({ worker: "next" })).id).toBe("held");
    });

    it("wake a waiting worker when they are released", async () => {
      await queue().enqueue(aJob("held"));
      await claim({ worker: "dead" });
      expect(await queue().claim(wanted)).toBeUndefined();
      const woken = queue().waitForJobs(60_000, AbortSignal.timeout(60_000));
      await queue().releaseLeases("dead");
      await woken;
      expect((await claim({ worker: "next" })).id).toBe("held");
    });
  });

  describe("an abandoned job", () => {
    const given = async (): Promise<void> => {
      await queue().enqueue(aJob("chore", { kind: "expire" }));
      await queue().deadLetter(await claim({ kinds: ["expire"] }), "The file is locked.");
      clock().advanceWall(1_000);
      await queue().enqueue(aJob("j1"));
      await queue().scheduleRetry(await claim(), 0);
      expect(await queue().deadLetter(await claim(), "The store is closed.")).toBe(true);
    };

    it("is not handed out, isn't open, and its id stays known", async () => {
      await given();
      clock().advanceWall(60_000);
      expect(await queue().claim(wanted)).toBeUndefined();
      expect(await queue().enqueue(aJob("j1"))).toBe(false);
      expect(await queue().countOpen({ tenant: "aurora", kinds: ["export", "expire"] })).toEqual({
        waiting: 0,
        running: 0,
      });
    });

    it("is counted by kind and listed with its reason, newest first", async () => {
      await given();
      expect(await queue().countDead()).toEqual({ expire: 1, export: 1 });
      const dead = await queue().listDead(10);
      expect(dead).toEqual([
        {
          id: "j1",
          kind: "export",
          tenant: "aurora",
          attempts: 2,
          diedAt: clock().wall(),
          reason: "The store is closed.",
        },
        expect.objectContaining({ id: "chore", attempts: 1, reason: "The file is locked." }),
      ]);
      expect(await queue().listDead(1)).toEqual(dead.slice(0, 1));
    });

    it("can be revived, with its attempts counted from zero", async () => {
      await given();
      expect(await queue().revive("j1")).toBe(true);
      expect(await queue().revive("j1")).toBe(false);
      expect(await queue().revive("never")).toBe(false);
      expect(await queue().countDead()).toEqual({ expire: 1 });
      const job = await claim();
      expect(job).toMatchObject({ id: "j1", fence: 3, attempts: 1 });
      expect(await queue().complete(job)).toBe(true);
    });

    it("can be dropped: it counts as completed, and is never claimed", async () => {
      await given();
      expect(await queue().drop("j1")).toBe(true);
      expect(await queue().drop("j1")).toBe(false);
      expect(await queue().drop("never")).toBe(false);
      expect([await queue().getStatus("j1"), await queue().countDead()]).toEqual(["completed", { expire: 1 }]);
      expect(await queue().revive("j1")).toBe(false);
      expect(await queue().enqueue(aJob("j1"))).toBe(false);
    });

    it("can be abandoned only by its holder", async () => {
      await queue().enqueue(aJob("j1"));
      const late = await claim({ leaseMs: 1_000 });
      clock().advanceWall(1_000);
      const holder = await claim();
      expect(await queue().deadLetter(late, "Mine.")).toBe(false);
      expect(await queue().complete(holder)).toBe(true);
      expect(await queue().deadLetter(holder, "Too late.")).toBe(false);
      expect(await queue().listDead(10)).toEqual([]);
    });
  });
});
