import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import type { ClaimedJob, Job, WorkQueue } from "#infra/ports/work-queue.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { inMongo } from "#tests/engines/mongodb/support.ts";
import { type Adapter, engines, inFolder, inMemory, type Opened } from "./adapters.ts";

let clock: FakeClock = createFakeClock();

const embedded = () => [
  inMemory<WorkQueue>(() => createMemoryWorkQueue(clock)),
  inFolder<WorkQueue>(
    "sqlite",
    (folder) => createSqliteWorkQueue(openStateDatabase(join(folder, "state.db")), clock),
    (queue) => queue.close(),
  ),
];

export const queueAdapters =
  engines === "embedded"
    ? embedded()
    : inMongo<WorkQueue>(
        (mongo) => createMongoWorkQueue(mongo, clock),
        () => clock,
      );

export const wanted = { kinds: ["export"], lanes: ["short", "long"], worker: "w1", leaseMs: 30_000 };
export const day = 24 * 3_600_000;

/** A fresh queue of an adapter for each test of a describe, with its clock. */
export const queueUnderContract = (adapter: Adapter<WorkQueue>) => {
  let opened: Opened<WorkQueue>;
  let queue: WorkQueue;
  beforeEach(async () => {
    clock = createFakeClock();
    opened = await adapter.open();
    queue = opened.port;
  });
  afterEach(() => opened.close());

  const claim = async (overrides: Partial<Parameters<WorkQueue["claim"]>[0]> = {}): Promise<ClaimedJob> => {
    const job = await queue.claim({ ...wanted, ...overrides });
    if (!job) throw new Error("There was nothing to claim.");
    return job;
  };
  return {
    queue: () => queue,
    clock: () => clock,
    /** Reopens the queue, like a restart. */
    reopen: async () => {
      queue = await opened.reopen();
    },
    aJob: (id: string, overrides: Partial<Job> = {}): Job => ({
      id,
      kind: "export",
      lane: "short",
      tenant: "aurora",
      dueAt: clock.now(),
      payload: { of: id },
      ...overrides,
    }),
    inMs: (ms: number): Date => new Date(clock.now().getTime() + ms),
    claim,
    claimIds: async (count: number, overrides = {}): Promise<(string | undefined)[]> => {
      const ids: (string | undefined)[] = [];
      for (let n = 0; n < count; n += 1) ids.push((await queue.claim({ ...wanted, ...overrides }))?.id);
      return ids;
    },
  };
};
