import type { Clock } from "../ports/clock.ts";
import type { ClaimedJob, WorkQueue } from "../ports/work-queue.ts";
import { claimedJob, takeJob, waitingJob } from "./claim.ts";
import type { Database } from "./database.ts";

/** How long the id of a completed job stays known. */
const keptMs = 30 * 24 * 3_600_000;
const purgeEveryMs = 60_000;
const purgedAtOnce = 200;
/** The clock makes jobs claimable without a commit; also the net under a missed wake-up. */
const netMs = 1_000;

/** Jobs in `state.db`. Due dates go by `clock.now`, leases and retries by `clock.wall`. `close` closes the shared database. */
export const createSqliteWorkQueue = (db: Database, clock: Clock): WorkQueue => {
  const wall = (): number => clock.wall().getTime();
  let purgedAt = 0;

  /** Changes a job that its holder still holds. */
  const change = async (job: ClaimedJob, assignments: string, value: number): Promise<boolean> => {
    const { changes } = await db.write(() =>
      db
        .prepare(
          `UPDATE jobs SET ${assignments} WHERE id = ? AND fence = ? AND lease_until IS NOT NULL AND completed_at IS NULL`,
        )
        .run(value, job.id, job.fence),
    );
    return changes > 0;
  };
  const purge = (): void => {
    if (wall() - purgedAt < purgeEveryMs) return;
    const { changes } = db
      .prepare("DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE completed_at < ? LIMIT ?)")
      .run(wall() - keptMs, purgedAtOnce);
    if (changes < purgedAtOnce) purgedAt = wall();
  };
  const told = (happened: boolean): boolean => {
    if (happened) db.changes.notify();
    return happened;
  };

  return {
    async enqueue(job) {
      const payload = JSON.stringify(job.payload);
      const { changes } = await db.write(() => {
        purge();
        return db
          .prepare(
            "INSERT INTO jobs (id, kind, lane, shop, due_at, payload) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
          )
          .run(job.id, job.kind, job.lane, job.shop, job.dueAt.getTime(), payload);
      });
      return told(changes > 0);
    },
    async claim(options) {
      db.changes.look();
      const times = () => ({ now: clock.now().getTime(), wall: wall() });
      // Idle workers only read; the lock is asked for when there is something to take.
      const seen = await db.read(() => waitingJob(db, options, times()));
      if (!seen) return undefined;
      return db.write(() => {
        const found = waitingJob(db, options, times());
        return found && takeJob(db, found, options.worker, wall() + options.leaseFor);
      });
    },
    extend: (job, leaseFor) => change(job, "lease_until = ?", wall() + leaseFor),
    complete: async (job) => told(await change(job, "completed_at = ?, lease_until = NULL, worker = NULL", wall())),
    retryAfter: async (job, delay) =>
      told(await change(job, "retry_at = ?, lease_until = NULL, worker = NULL", wall() + delay)),
    countOpen: ({ shop, kinds }) =>
      db.read(() => {
        const row = db
          .prepare(
            `SELECT count(*) AS open, coalesce(sum(lease_until > ?), 0) AS running FROM jobs
             WHERE completed_at IS NULL AND shop = ? AND kind IN (SELECT value FROM json_each(?))`,
          )
          .get(wall(), shop, JSON.stringify(kinds));
        const running = Number(row?.running);
        return { waiting: Number(row?.open) - running, running };
      }),
    liveLeases: (kind) =>
      db.read(() =>
        db
          .prepare("SELECT * FROM jobs WHERE kind = ? AND lease_until > ? ORDER BY id")
          .all(kind, wall())
          .map(claimedJob),
      ),
    async wait(timeout, signal) {
      await db.changes.wait({ since: db.changes.seen(), timeoutMs: Math.min(timeout, netMs), signal });
    },
    async close() {
      db.close();
    },
  };
};
