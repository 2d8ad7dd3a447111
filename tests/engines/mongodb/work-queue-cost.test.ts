import type { Document } from "mongodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { MongoProxy } from "./mongo-proxy.ts";
import { createClosing, ownDatabase, standIn } from "./support.ts";
import { aJob, claimOne, onClock } from "./work-queue-support.ts";

/** The fields that an indexed query must begin with. The stand-in has no indexes, so the queries are checked. */
const indexes: Record<string, string[][]> = {
  jobs: [["_id"], ["kind", "tenant", "state", "lane"], ["state", "at"]],
  job_lines: [
    ["_id"],
    ["kind", "lane", "ready"],
    ["kind", "lane", "nextDue"],
    ["kind", "lane", "nextRetry"],
    ["tenant", "kind"],
  ],
  job_shops: [["_id"]],
  job_turns: [["_id"]],
};

const usesIndex = (collection: string, filter: Document): boolean =>
  (indexes[collection] ?? []).some((names) => names.every((name) => name in filter));

/** Returns which collection a command queries, with which filter, and whether the result is bounded. */
const toQueries = ({ name, command }: { name: string; command: Document }) => {
  if (name === "find") {
    const { find, filter, limit } = command;
    const isBounded = limit > 0 || "$in" in (filter._id ?? filter.tenant ?? {});
    return [{ collection: find, filter, isBounded }];
  }
  if (name === "findAndModify") return [{ collection: command.findAndModify, filter: command.query, isBounded: true }];
  if (name === "update")
    return command.updates.map(({ q }: Document) => ({ collection: command.update, filter: q, isBounded: true }));
  return [];
};

describe.skipIf(!standIn.isAvailable)("A claim in MongoDB", () => {
  const closing = createClosing();
  let clock: FakeClock;
  let proxy: MongoProxy;
  let queue: WorkQueue;
  beforeEach(async () => {
    clock = createFakeClock();
    proxy = await closing.mongoProxy();
    queue = await createMongoWorkQueue(
      await closing.mongo(proxy.url, { database: ownDatabase(), ...onClock(clock) }),
      clock,
    );
  });
  afterEach(() => closing.closeAll());

  const enqueue = (count: number, prefix: string) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        queue.enqueue(
          aJob(clock, `${prefix}${n}`, { tenant: `shop-${n % 40}`, dueAt: new Date(clock.now().getTime() - n) }),
        ),
      ),
    );
  const claimAndRecord = async () => {
    proxy.clear();
    await queue.complete(await claimOne(queue));
    return [...proxy.commands];
  };

  it("makes the same calls whether some or hundreds of jobs are due", async () => {
    await enqueue(80, "some-");
    await claimAndRecord();
    const names = (await claimAndRecord()).map(({ name }) => name).toSorted();
    await enqueue(400, "more-");
    expect((await claimAndRecord()).map(({ name }) => name).toSorted()).toEqual(names);
    expect(names.length).toBeLessThan(20);
  });

  it("makes only indexed and bounded queries", async () => {
    await enqueue(80, "some-");
    await queue.claim({ kinds: ["export", "expire"], lanes: ["short", "long"], worker: "w", leaseMs: 30_000 });
    await queue.claimBatch({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 30_000, maxPerTurn: 2 }, 50);
    clock.advance(30_000);
    await claimAndRecord();
    const all = proxy.commands.flatMap(toQueries);
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ collection, filter }) => !usesIndex(collection, filter))).toEqual([]);
    expect(all.filter(({ isBounded }) => !isBounded)).toEqual([]);
  });
});
