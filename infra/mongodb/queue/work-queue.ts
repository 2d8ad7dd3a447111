import type { Clock } from "../../ports/clock.ts";
import { createNotifier } from "../../ports/notifier.ts";
import { createClaimMarks } from "../../ports/stores/claim-marks.ts";
import type { ClaimedJob, ClaimOptions, WorkQueue } from "../../ports/work-queue.ts";
import type { Mongo } from "../client.ts";
import { claimJobs } from "./work-queue-claim.ts";
import { createClockJumpRepair } from "./work-queue-clock.ts";
import { dropJob, forgetJob, purgeEndedJobs, reviveJob, storeJob } from "./work-queue-lifecycle.ts";
import { findOpenJobs, openStates } from "./work-queue-open.ts";
import { endJob, extendLease, releaseWorkerLeases, returnJob } from "./work-queue-settle.ts";
import { claimedJob, openQueueStore } from "./work-queue-store.ts";

const forgetEveryMs = 60_000;
/** Poll interval, ms; other processes' changes send no signal. */
const pollEveryMs = 1_000;

/**
 * Creates a queue for any number of processes (ADR 26, ADR 31). Due dates go by `clock.now`, leases and pauses by the
 * server's clock. `close` leaves the connection open.
 */
export const createMongoWorkQueue = async (mongo: Mongo, clock: Clock): Promise<WorkQueue> => {
  const store = await openQueueStore(mongo, clock);
  const { jobs } = store;
  const mend = createClockJumpRepair(store);
  const bell = createNotifier();
  let forgotAt = Number.NEGATIVE_INFINITY;
  /** Marks hold the number of the bell's last notification. */
  const marks = createClaimMarks<number>();

  const notifyIfChanged = async (work: Promise<boolean>): Promise<boolean> => {
    const happened = await work;
    if (happened) bell.notify();
    return happened;
  };
  const forgetSome = async (): Promise<void> => {
    if (clock.steady() - forgotAt < forgetEveryMs) return;
    forgotAt = clock.steady();
    if (await purgeEndedJobs(store)) forgotAt = Number.NEGATIVE_INFINITY;
  };
  const claimSome = async (options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]> => {
    // Noted before the claim: jobs that come while a worker claims kind after kind must end its wait.
    marks.note(options, bell.notifications());
    await mend();
    return claimJobs(store, options, maxJobs);
  };

  return {
    async enqueue(job) {
      const isNew = await notifyIfChanged(storeJob(store, job));
      await store.runBestEffort(forgetSome);
      return isNew;
    },
    claim: async (options) => (await claimSome(options, 1))[0],
    claimBatch: claimSome,
    extendLease: (job, leaseMs) => extendLease(store, job, leaseMs),
    complete: (job) => notifyIfChanged(endJob(store, job)),
    scheduleRetry: (job, delay) => notifyIfChanged(returnJob(store, job, delay)),
    reschedule: (job, delay, payload = job.payload) => notifyIfChanged(returnJob(store, job, delay, payload)),
    async releaseLeases(worker) {
      const count = await releaseWorkerLeases(store, worker);
      if (count > 0) bell.notify();
      return count;
    },
    deadLetter: (job, reason) => notifyIfChanged(endJob(store, job, reason)),
    async listDead(limit) {
      const dead = await mongo.call(() =>
        jobs.find({ state: "dead" }, mongo.bounded).sort({ at: -1, _id: 1 }).limit(limit).toArray(),
      );
      return dead.map((job) => ({
        id: job._id,
        kind: job.kind,
        tenant: job.tenant,
        attempts: job.fence - job.putDown,
        diedAt: new Date(job.at),
        reason: job.diedOf ?? "",
      }));
    },
    async countDead() {
      const counts = await mongo.call(() =>
        jobs
          .aggregate<{ _id: string; count: number }>(
            [{ $match: { state: "dead" } }, { $group: { _id: "$kind", count: { $sum: 1 } } }, { $sort: { _id: 1 } }],
            mongo.bounded,
          )
          .toArray(),
      );
      return Object.fromEntries(counts.map(({ _id, count }) => [_id, count]));
    },
    revive: (id) => notifyIfChanged(reviveJob(store, id)),
    drop: (id) => dropJob(store, id),
    async getStatus(id) {
      const job = await mongo.call(() =>
        jobs.findOne({ _id: id }, { ...mongo.linearizableRead, projection: { state: 1 } }),
      );
      if (!job) return undefined;
      return job.state === "completed" || job.state === "dead" ? job.state : "open";
    },
    forget: (id) => forgetJob(store, id),
    async countOpen({ tenant, kinds }) {
      const { wall } = await store.times();
      const ours = { tenant, kind: { $in: [...kinds] } };
      await mongo.confirmPrimary();
      const [open, running] = await Promise.all([
        mongo.call(() => jobs.countDocuments({ ...ours, state: { $in: openStates } }, mongo.bounded)),
        mongo.call(() => jobs.countDocuments({ ...ours, state: "leased", at: { $gt: wall } }, mongo.bounded)),
      ]);
      return { waiting: Math.max(0, open - running), running };
    },
    async listOpenJobs(query) {
      await mend();
      return findOpenJobs(store, query);
    },
    async listLiveLeases(kind) {
      await mend();
      const { wall } = await store.times();
      await mongo.confirmPrimary();
      const live = await mongo.call(() =>
        jobs
          .find({ kind, state: "leased", at: { $gt: wall } }, mongo.bounded)
          .sort({ _id: 1 })
          .toArray(),
      );
      return live.map(claimedJob);
    },
    waitForJobs(timeout, signal, claims = []) {
      const since = Math.min(bell.notifications(), ...marks.of(claims));
      return bell.wait({ since, timeoutMs: Math.min(timeout, pollEveryMs), signal });
    },
    async close() {},
  };
};
