import { type Clock, createJumpMeter } from "../../ports/clock.ts";
import { createClaimMarks } from "../../ports/stores/claim-marks.ts";
import { computeMsUntilTick } from "../../ports/tick.ts";
import type { ClaimedJob, ClaimOptions, DeadJob, WorkQueue } from "../../ports/work-queue.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { type Row, verifyRow } from "../row-checksum.ts";
import { addRow, changeRow, changeRows } from "./change-row.ts";
import { canClaim, claimedJob, takeJobs, toKindLanePairs } from "./claim.ts";
import { repairAfterClockJump } from "./clock-jumps.ts";
import { nextTimes, refreshJobGroup } from "./job-groups.ts";
import { findOpenJobs } from "./open-jobs.ts";

export const keptMs = 30 * 24 * 3_600_000;
const purgeEveryMs = 60_000;
const purgedAtOnce = 200;
const longestReason = 500;
/** Interval of checks for leftovers of a clock set back unseen, ms. */
const strayedEveryMs = 1_000;
/** The claimer still holds the job. */
const isHeld = "fence = ? AND enqueued_at = ? AND lease_until IS NOT NULL AND completed_at IS NULL";

/** Due dates go by `clock.now`, leases and retries by `clock.wall`. `close` closes the database. */
export const createSqliteWorkQueue = (db: Database, clock: Clock): WorkQueue => {
  const wall = (): number => clock.wall().getTime();
  let purgedAt = Number.NEGATIVE_INFINITY;
  const jumpSinceLook = createJumpMeter(clock);
  let unmended = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Kinds whose last claim found jobs skip the read-only check. */
  const fruitful = new Set<string>();
  /** Taken before each last claim. */
  const marks = createClaimMarks<{ changes: number; wall: number }>();

  /** Time by which the clock was set since the last repair, ms. */
  const jumped = (): number => {
    unmended += jumpSinceLook();
    return unmended;
  };
  const mend = async (): Promise<void> => {
    const jump = jumped();
    const now = clock.steady();
    if (jump === 0 && now - lookedAt < strayedEveryMs) return;
    unmended = 0;
    try {
      await repairAfterClockJump(db, wall, jump);
    } catch (error) {
      // The shift is kept for the next try.
      unmended += jump;
      throw error;
    }
    lookedAt = now;
    // Other workers here wait for times that may be wrong now.
    if (jump !== 0) db.changes.notify();
  };
  const times = () => ({ now: clock.now().getTime(), wall: wall() });
  /** Changes a job only while its holder has the lease. `open`: others may claim it next. */
  const change = (job: ClaimedJob, changes: (row: Row) => Row, { open = false } = {}): Promise<boolean> => {
    const held = db.prepare(`SELECT * FROM jobs WHERE id = ? AND ${isHeld}`);
    return db.write(() => {
      const row = held.get(job.id, job.fence, job.enqueuedAt.getTime());
      if (!row) return false;
      changeRow(db, "jobs", row, changes(row));
      if (open) refreshJobGroup(db, job, times());
      return true;
    });
  };
  const nobodys = { lease_until: null, worker: null };
  const pause = (delay: number): Row =>
    delay > 0 ? { retry_at: wall() + delay, retry_for: delay } : { retry_at: 0, retry_for: wall() };
  const purge = (): void => {
    if (clock.steady() - purgedAt < purgeEveryMs) return;
    const { changes } = db
      .prepare(`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE completed_at < ? ${limitClause})`)
      .run(wall() - keptMs, purgedAtOnce);
    if (changes < purgedAtOnce) purgedAt = clock.steady();
  };
  const notifyIfChanged = (happened: boolean): boolean => {
    if (happened) db.changes.notify();
    return happened;
  };

  const claimSome = async (options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]> => {
    // Noted before the claim: jobs that come meanwhile must end the worker's wait.
    marks.note(options, { changes: db.changes.poll(), wall: wall() });
    await mend();
    const name = options.kinds.join();
    if (!fruitful.has(name) && !(await db.read(() => canClaim(db, options, times())))) return [];
    for (;;) {
      const claimed = await db.write(() => takeJobs(db, options, times(), maxJobs));
      if (claimed === "again") continue;
      if (claimed.length > 0) fruitful.add(name);
      else fruitful.delete(name);
      return claimed;
    }
  };

  return {
    async enqueue(job) {
      const payload = JSON.stringify(job.payload);
      const dueAt = job.dueAt.getTime();
      const added = await db.write(() => {
        purge();
        // The state is stored now: a later comparison could use a clock that was set back.
        const readyAt = job.atOnce || dueAt <= clock.now().getTime() ? 0 : dueAt;
        const inserted = addRow(db, "jobs", {
          ...{ id: job.id, kind: job.kind, lane: job.lane, shop: job.tenant, due_at: dueAt, ready_at: readyAt },
          ...{ payload, enqueued_at: wall(), fence: 0, worker: null, lease_until: null, lease_for: 0 },
          ...{ retry_at: 0, retry_for: 0, completed_at: null, put_down: 0, died_of: null },
        });
        if (inserted) refreshJobGroup(db, job, times());
        return inserted;
      });
      return notifyIfChanged(added);
    },
    claim: async (options) => (await claimSome(options, 1))[0],
    claimBatch: claimSome,
    extendLease: (job, leaseMs) => change(job, () => ({ lease_for: leaseMs, lease_until: wall() + leaseMs })),
    complete: async (job) => notifyIfChanged(await change(job, () => ({ completed_at: wall(), ...nobodys }))),
    scheduleRetry: async (job, delay) =>
      notifyIfChanged(await change(job, () => ({ ...pause(delay), ...nobodys }), { open: true })),
    reschedule: async (job, delay, payload = job.payload) =>
      notifyIfChanged(
        await change(
          job,
          (row) => ({
            ...pause(delay),
            ...nobodys,
            put_down: Number(row.put_down) + 1,
            payload: JSON.stringify(payload),
          }),
          { open: true },
        ),
      ),
    releaseLeases: async (worker) => {
      const count = await db.write(() => {
        const now = wall();
        return changeRows(
          db,
          "jobs",
          { where: "lease_until IS NOT NULL AND lease_until > ? AND worker = ?", values: [now, worker] },
          // Without a length, no clock jump restores the lease.
          () => ({ lease_for: 0, lease_until: now }),
        );
      });
      notifyIfChanged(count > 0);
      return count;
    },
    deadLetter: async (job, reason) =>
      notifyIfChanged(
        await change(job, () => ({ completed_at: wall(), died_of: reason.slice(0, longestReason), ...nobodys })),
      ),
    listDead: (limit) =>
      db.read(() =>
        db
          .prepare(`SELECT * FROM jobs WHERE died_of IS NOT NULL ORDER BY completed_at DESC, id ${limitClause}`)
          .all(limit)
          .map(
            (row): DeadJob => ({
              id: String(row.id),
              kind: String(row.kind),
              tenant: String(row.shop),
              attempts: Number(row.fence) - Number(row.put_down),
              diedAt: new Date(Number(row.completed_at)),
              reason: String(row.died_of),
            }),
          ),
      ),
    countDead: () =>
      db.read(() =>
        Object.fromEntries(
          db
            .prepare("SELECT kind, count(*) AS count FROM jobs WHERE died_of IS NOT NULL GROUP BY kind ORDER BY kind")
            .all()
            .map(({ kind, count }) => [String(kind), Number(count)]),
        ),
      ),
    revive: async (id) =>
      notifyIfChanged(
        await db.write(() => {
          const row = db.prepare("SELECT * FROM jobs WHERE id = ? AND died_of IS NOT NULL").get(id);
          if (!row) return false;
          const afresh = { completed_at: null, died_of: null, put_down: row.fence ?? 0, ...pause(0) };
          changeRow(db, "jobs", row, afresh);
          refreshJobGroup(db, { kind: String(row.kind), tenant: String(row.shop), lane: String(row.lane) }, times());
          return true;
        }),
      ),
    drop: (id) =>
      db.write(() => {
        const row = db.prepare("SELECT * FROM jobs WHERE id = ? AND died_of IS NOT NULL").get(id);
        if (row) changeRow(db, "jobs", row, { died_of: null });
        return row !== undefined;
      }),
    getStatus: (id) =>
      db.read(() => {
        const row = db.prepare("SELECT completed_at, died_of FROM jobs WHERE id = ?").get(id);
        if (!row) return undefined;
        if (row.completed_at === null) return "open";
        return row.died_of === null ? "completed" : "dead";
      }),
    forget: async (id) =>
      (
        await db.write(() =>
          db.prepare("DELETE FROM jobs WHERE id = ? AND completed_at IS NOT NULL AND died_of IS NULL").run(id),
        )
      ).changes > 0,
    countOpen: ({ tenant, kinds }) =>
      db.read(() => {
        const row = db
          .prepare(
            `SELECT count(*) AS open, coalesce(sum(lease_until > ?), 0) AS running FROM jobs
             WHERE completed_at IS NULL AND shop = ? AND kind IN (SELECT value FROM json_each(?))`,
          )
          .get(wall(), tenant, JSON.stringify(kinds));
        const running = Number(row?.running);
        return { waiting: Number(row?.open) - running, running };
      }),
    async listOpenJobs(query) {
      await mend();
      return db.read(() => findOpenJobs(db, query, times()));
    },
    async listLiveLeases(kind) {
      await mend();
      return db.read(() =>
        db
          .prepare("SELECT * FROM jobs WHERE kind = ? AND lease_until > ? ORDER BY id")
          .all(kind, wall())
          .map((row) => claimedJob(db, verifyRow(db.file, "jobs", row))),
      );
    },
    async waitForJobs(timeout, signal, claims = []) {
      const end = performance.now() + timeout;
      const seen = [{ changes: db.changes.lastSeen(), wall: wall() }, ...marks.of(claims)];
      const since = Math.min(...seen.map(({ changes }) => changes));
      const claimedAt = Math.min(...seen.map(({ wall }) => wall));
      const knownJump = unmended;
      const next = await db.read(() => nextTimes(db, claims.flatMap(toKindLanePairs), claimedAt));
      // Looks each second: a clock set forward makes jobs claimable earlier.
      for (;;) {
        const { now, wall } = times();
        const left = Math.min(end - performance.now(), next.now - now, next.wall - wall);
        if (left <= 0 || jumped() !== knownJump || signal.aborted || db.changes.lastSeen() !== since) return;
        await db.changes.wait({ since, timeoutMs: Math.min(left, computeMsUntilTick()), signal });
      }
    },
    async close() {
      db.close();
    },
  };
};
