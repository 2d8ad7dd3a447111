import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createSeededRandom } from "#infra/memory/irregularity.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { inMongo } from "../engines/mongodb/support.ts";
import { engines, inFolder, type Opened } from "./support/adapters.ts";

let clock: FakeClock;
const [adapter] =
  engines === "embedded"
    ? [
        inFolder<WorkQueue>(
          "sqlite",
          (folder) => createSqliteWorkQueue(openStateDatabase(join(folder, "state.db")), clock),
          (queue) => queue.close(),
        ),
      ]
    : inMongo<WorkQueue>(
        (mongo) => createMongoWorkQueue(mongo, clock),
        () => clock,
      );

let opened: Opened<WorkQueue>;
beforeEach(async ({ skip }) => {
  if (!adapter) return skip();
  clock = createFakeClock("2026-11-20T12:00:00.000Z");
  opened = await adapter.open();
});
afterEach(() => (adapter ? opened.close() : undefined));

/** Claims of the kinds of workers. Each job kind belongs to one of them. */
const groups = [
  { kinds: ["sort", "cancel"], lanes: ["short"] },
  { kinds: ["export"], lanes: ["short"], maxRunningPerShop: 2 },
  { kinds: ["export"], lanes: ["short", "long"], maxRunningPerShop: 2 },
];

/** The memory queue scans every job. The other must hand out the same ones, in the same order. */
it.each([1, 2, 3])("both queues hand out the same jobs for random calls (seed %i)", async (seed) => {
  const dice = createSeededRandom(seed);
  const one = createMemoryWorkQueue(clock);
  const other = opened.port;
  const below = (most: number): number => Math.floor(dice() * most);
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const held: ClaimedJob[] = [];
  const both = async <T>(ask: (queue: WorkQueue) => Promise<T>, about: string): Promise<T> => {
    const answer = await ask(one);
    expect(await ask(other), about).toEqual(answer);
    return answer;
  };
  const leave = async (step: number): Promise<void> => {
    const [job] = held.splice(below(held.length), 1);
    if (!job) return;
    const delay = oneOf([0, 0, 5, 500, 40_000]);
    const way = oneOf<(queue: WorkQueue) => Promise<boolean>>([
      (queue) => queue.complete(job),
      (queue) => queue.complete(job),
      (queue) => queue.scheduleRetry(job, delay),
      (queue) => queue.reschedule(job, delay),
      (queue) => queue.extendLease(job, 30_000),
      (queue) => queue.deadLetter(job, "x"),
    ]);
    await both(way, `step ${step}, leaving ${job.id}`);
  };

  for (let step = 0; step < 1_500; step += 1) {
    const what = below(10);
    if (what < 4) {
      const { kinds, lanes } = oneOf(groups);
      const job = {
        id: `j${below(700)}`,
        kind: oneOf(kinds),
        lane: oneOf(lanes),
        tenant: `shop-${below(6)}`,
        dueAt: new Date(clock.now().getTime() + below(4_000) - 2_000),
        atOnce: below(5) === 0,
        payload: { step },
      };
      await both((queue) => queue.enqueue(job), `step ${step}, enqueuing`);
    } else if (what < 7) {
      const group = oneOf(groups);
      const job = await both(
        (queue) => queue.claim({ ...group, worker: "w", leaseMs: oneOf([30_000]) }),
        `step ${step}, claiming ${group.kinds}`,
      );
      if (job) held.push(job);
    } else if (what < 9) await leave(step);
    else clock.advance(oneOf([1, 100, 1_000, 31_000]));
  }
  const open = { tenant: "shop-1", kinds: ["export", "sort", "cancel"] };
  await both((queue) => queue.countOpen(open), "counting");
  await both((queue) => queue.countDead(), "counting the dead");
});
