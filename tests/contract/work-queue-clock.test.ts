import { describe, expect, it } from "vitest";
import { queueAdapters, queueUnderContract, wanted } from "./support/queue-under-contract.ts";

describe.each(queueAdapters)("The work queue ($name)", (adapter) => {
  const { queue, clock, reopen, aJob, inMs, claim, claimIds } = queueUnderContract(adapter);

  describe("when the machine's clock is set", () => {
    const hour = 3_600_000;
    const ids = async (): Promise<string[]> => (await queue().listLiveLeases("export")).map(({ id }) => id);

    it("back an hour, hands out jobs that were already due at once, in order", async () => {
      await queue().enqueue(aJob("second"));
      await queue().enqueue(aJob("first", { dueAt: inMs(-10) }));
      clock().jump(-hour);
      expect(await claimIds(3)).toEqual(["first", "second", undefined]);
    });

    it("back an hour, hands out at once immediate jobs requested before and enqueued afterwards", async () => {
      const asked = aJob("asked", { atOnce: true });
      const later = aJob("later");
      clock().jump(-hour);
      await queue().enqueue(asked);
      await queue().enqueue(later);
      await queue().complete(await claim());
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advance(hour);
      expect((await claim()).id).toBe("later");
    });

    it("back an hour, hands on a dead worker's job after the length of its lease", async () => {
      await queue().enqueue(aJob("j1"));
      await claim({ leaseMs: 30_000 });
      clock().jump(-hour);
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advanceWall(29_999);
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advanceWall(1);
      expect((await claim({ worker: "w2" })).attempts).toBe(2);
    });

    it("back an hour while nothing ran, does the same after the restart", async () => {
      await queue().enqueue(aJob("j1"));
      await claim({ leaseMs: 30_000 });
      clock().jump(-hour);
      await reopen();
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advanceWall(30_000);
      expect((await claim()).attempts).toBe(2);
    });

    it("back an hour, leaves a job to the worker that keeps extending its lease", async () => {
      await queue().enqueue(aJob("j1"));
      const job = await claim({ leaseMs: 30_000 });
      clock().jump(-hour);
      for (let round = 0; round < 5; round += 1) {
        expect(await queue().claim(wanted)).toBeUndefined();
        clock().advanceWall(20_000);
        expect(await queue().extendLease(job, 30_000)).toBe(true);
      }
      expect(await queue().complete(job)).toBe(true);
    });

    it("back an hour, delays retried jobs exactly as long as requested", async () => {
      await queue().enqueue(aJob("j1"));
      await queue().scheduleRetry(await claim(), 5_000);
      clock().jump(-hour);
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advanceWall(4_999);
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advanceWall(1);
      expect((await claim()).id).toBe("j1");
    });

    it("forward an hour, takes no job from a live worker, and a dead one's after the length of its lease", async () => {
      await queue().enqueue(aJob("held"));
      await queue().enqueue(aJob("left", { tenant: "borealis" }));
      const held = await claim({ leaseMs: 30_000 });
      await claim({ leaseMs: 30_000 });
      clock().jump(hour);
      expect(await ids()).toEqual(["held", "left"]);
      expect(await queue().claim(wanted)).toBeUndefined();
      clock().advanceWall(20_000);
      expect(await queue().extendLease(held, 30_000)).toBe(true);
      clock().advanceWall(10_000);
      expect(await claimIds(2)).toEqual(["left", undefined]);
      expect(await queue().complete(held)).toBe(true);
    });

    it("forward an hour and back again, behaves as before", async () => {
      await queue().enqueue(aJob("held"));
      const held = await claim({ leaseMs: 30_000 });
      await queue().enqueue(aJob("waiting"));
      await queue().enqueue(aJob("later", { dueAt: inMs(60_000) }));
      clock().jump(hour);
      expect(await ids()).toEqual(["held"]);
      clock().jump(-hour);
      expect(await claimIds(2)).toEqual(["waiting", undefined]);
      expect(await queue().complete(held)).toBe(true);
      clock().advance(60_000);
      expect(await ids()).toEqual([]);
    });
  });
});
