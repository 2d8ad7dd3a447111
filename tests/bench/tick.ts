import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { refreshJobGroup } from "#infra/sqlite/queue/job-groups.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { claims } from "../../scheduler/handlers.ts";
import { dueAtInstant, jobKinds, planJob, schedulerLane } from "../../scheduler/jobs.ts";
import { type Figure, median } from "./measure.ts";

const reportsPerShop = 10;
/** Reports that are due in one tick. */
const dueAtOnce = 20;
const rounds = 150;
const goal = 1.2;
const minute = 60_000;
const start = "2026-11-20T12:00:00.000Z";

const payloadOf = (n: number) => ({
  tenant: `tenant-${Math.floor(n / reportsPerShop)}`,
  automationId: `automation-${n}`,
  correlation: "given",
  causation: "given",
});

/** The row of each report, due in a day or later, as enqueuing left it; in transactions of ten thousand. */
const fill = async (db: Database, reports: number): Promise<void> => {
  const now = Date.parse(start);
  for (let first = 0; first < reports; first += 10_000)
    await db.write(() => {
      const insert = db.prepare(
        "INSERT INTO jobs (id, kind, lane, shop, due_at, ready_at, payload, enqueued_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      );
      const last = Math.min(reports, first + 10_000);
      for (let n = first; n < last; n += 1) {
        const at = now + 24 * 60 * minute + (n % 1_440) * minute;
        const { id, kind, lane, tenant, payload } = planJob(payloadOf(n), dueAtInstant(new Date(at).toISOString()));
        insert.run(id, kind, lane, tenant, at, at, JSON.stringify(payload), now);
      }
      for (let n = first; n < last; n += reportsPerShop)
        refreshJobGroup(
          db,
          { kind: jobKinds.plan, lane: schedulerLane, tenant: payloadOf(n).tenant },
          { now, wall: now },
        );
    });
};

type Store = { reports: number; queue: WorkQueue; clock: FakeClock };

const [plan] = claims;

/** A minute goes by and some reports fall due: ms until their rows are found, claimed, completed, and nothing is left. */
const tick = async ({ queue, clock, reports }: Store, round: number): Promise<number> => {
  const due = new Date(clock.now().getTime() + minute).toISOString();
  for (let n = 0; n < dueAtOnce; n += 1)
    await queue.enqueue(
      planJob(payloadOf((round * 7_919 + n * 53) % reports), { ...dueAtInstant(due), cause: `${round} ${n}` }),
    );
  clock.advance(minute);
  const asking = {
    kinds: plan?.kinds ?? [],
    lanes: [schedulerLane],
    worker: "bench",
    leaseMs: 30_000,
    maxRunningPerShop: dueAtOnce,
  };
  const started = performance.now();
  let claimed = 0;
  for (;;) {
    const jobs = await queue.claimBatch(asking, plan?.atOnce ?? 0);
    if (jobs.length === 0) break;
    claimed += jobs.length;
    await Promise.all(jobs.map((job) => queue.complete(job)));
  }
  const time = performance.now() - started;
  if (claimed !== dueAtOnce) throw new Error(`${claimed} of ${dueAtOnce} reports that were due were claimed.`);
  return time;
};

/** Cost of a tick with a thousand automated reports, and with a million. Each has a job waiting in the work queue. */
export const run = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const stores: Store[] = [];
  try {
    for (const reports of [1_000, 1_000_000]) {
      const db = openStateDatabase(join(folder, `${reports}.db`));
      const clock = createFakeClock(start);
      await fill(db, reports);
      stores.push({ reports, queue: createSqliteWorkQueue(db, clock), clock });
    }
    const times = stores.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [n, store] of stores.entries()) times[n]?.push(await tick(store, round));
    const [few = Number.NaN, many = Number.NaN] = times.map(median);
    return [
      {
        name: `a tick of ${dueAtOnce} due reports, 1,000,000 stored`,
        value: many,
        unit: "ms",
        peer: { name: "1,000 stored", value: few, ratio: many / few },
        goal: { text: `at most ${goal} times`, met: many / few <= goal },
      },
    ];
  } finally {
    for (const { queue } of stores) await queue.close();
    await rm(folder, { recursive: true, force: true });
  }
};
