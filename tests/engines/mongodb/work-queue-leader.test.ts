import type { Document } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { contentOf, isSame, publish, twoAndAHalf } from "./file-store-support.ts";
import { unconfirmed } from "./set.ts";
import { createClosing, standIn } from "./support.ts";
import { aJob, claimOne } from "./work-queue-support.ts";

const closing = createClosing();
const clock = createSystemClock();
const patience = { connect: 10_000, call: 8_000, try: 2_000, write: 1_000 };

const given = async () => {
  const set = await closing.set();
  const mongo = await closing.mongo(set.url, { timeouts: patience });
  return { set, queue: await createMongoWorkQueue(mongo, clock), files: await createMongoFileStore(mongo) };
};
const job = (id: string) => aJob(clock, id);

describe.skipIf(!standIn.isAvailable)("Jobs and files in a replica set", () => {
  afterEach(() => closing.closeAll());

  it("follow the current leader in every call", async () => {
    const { set, queue } = await given();
    set.elect();
    expect(await queue.enqueue(job("j1"))).toBe(true);
    set.elect();
    const held = await claimOne(queue);
    set.elect();
    expect(await queue.extendLease(held, 30_000)).toBe(true);
    set.elect();
    expect(await queue.scheduleRetry(held, 0)).toBe(true);
    set.elect();
    const again = await claimOne(queue);
    expect([again.fence, again.attempts]).toEqual([2, 2]);
    set.elect();
    expect(await queue.complete(again)).toBe(true);
    expect(await queue.getStatus("j1")).toBe("completed");
  });

  it.each(["insert", "findAndModify", "update"])(
    "are changed as requested even if a majority doesn't confirm in time (%s)",
    async (command) => {
      const { set, queue, files } = await given();
      const unsure = () => void set.leader().next(command, { amended: unconfirmed });
      unsure();
      expect(await queue.enqueue(job("j1"))).toBe(true);
      unsure();
      const held = await claimOne(queue);
      expect([held.fence, held.attempts]).toEqual([1, 1]);
      unsure();
      expect(await queue.complete(held)).toBe(true);
      unsure();
      await publish(files, "a.csv", twoAndAHalf);
      unsure();
      expect(await files.delete("a.csv")).toBe(true);
    },
  );

  it("are read linearizably: the status of a job, and the file of a key", async () => {
    const { set, queue, files } = await given();
    await queue.enqueue(job("j1"));
    await publish(files, "a.csv", twoAndAHalf);
    set.leader().clear();
    expect(await queue.getStatus("j1")).toBe("open");
    expect(isSame(await contentOf(files, "a.csv"), twoAndAHalf)).toBe(true);
    const [standing, before] = set.leader().commandsNamed("find");
    const linearizable = { readConcern: { level: "linearizable" }, maxTimeMS: 1_000 };
    expect([standing, before]).toMatchObject([linearizable, linearizable]);
  });

  it("are read linearizably before leases are corrected for a set clock, or a file is replaced", async () => {
    const { set, queue, files } = await given();
    const finds = () => set.leader().commandsNamed("find");
    /** Which question it is that was asked right before. */
    const before = (isOne: (find: Document) => boolean) => finds()[finds().findIndex(isOne) - 1];
    const linearizable = { readConcern: { level: "linearizable" } };
    await queue.claim({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 1_000 });
    const ofMending = ({ find, filter }: Document) => find === "jobs" && filter.since !== undefined;
    expect(before(ofMending)).toMatchObject(linearizable);
    expect(finds().find(ofMending)).toMatchObject({ maxTimeMS: 1_000 });
    await publish(files, "a.csv", twoAndAHalf);
    set.leader().clear();
    await publish(files, "a.csv", twoAndAHalf);
    expect(before(({ filter, sort }) => filter.filename === "a.csv" && sort?.uploadDate === -1)).toMatchObject(
      linearizable,
    );
  });
});
