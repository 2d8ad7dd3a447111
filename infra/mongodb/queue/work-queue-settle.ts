import { randomUUID } from "node:crypto";
import type { UpdateFilter } from "mongodb";
import type { ClaimedJob } from "../../ports/work-queue.ts";
import { recordClaimable } from "./work-queue-job-groups.ts";
import { releaseEndedPermit, releasePermits, renewPermit } from "./work-queue-permits.ts";
import type { JobDocument, QueueStore } from "./work-queue-store.ts";

const longestReason = 500;

const leaseFilter = ({ id, fence, enqueuedAt }: ClaimedJob) => ({
  _id: id,
  fence,
  enqueuedAt: enqueuedAt.getTime(),
  state: "leased" as const,
});

/** Changes a leased job. Undefined when the lease was lost. */
const change = async (
  { mongo, jobs }: QueueStore,
  job: ClaimedJob,
  set: Partial<JobDocument>,
  more: UpdateFilter<JobDocument> = {},
): Promise<JobDocument | undefined> => {
  const mark = randomUUID();
  const changed = await mongo.call(
    async ({ isRepeat }) =>
      (await jobs.findOneAndUpdate(
        leaseFilter(job),
        { ...more, $set: { ...set, change: mark } },
        { returnDocument: "after" },
      )) ?? (isRepeat ? await jobs.findOne({ _id: job.id, change: mark }, mongo.bounded) : null),
  );
  return changed ?? undefined;
};

const releasePermitOf = (store: QueueStore, { tenant, claim }: JobDocument): Promise<void> =>
  store.runBestEffort(() => releasePermits(store, tenant, claim === null ? [] : [claim]));

/** Ends a job as completed or, with a reason, as dead. */
export const endJob = async (store: QueueStore, job: ClaimedJob, diedOf?: string): Promise<boolean> => {
  const { wall } = await store.times();
  const state = diedOf === undefined ? "completed" : "dead";
  const ended = await change(store, job, {
    state,
    at: wall,
    worker: null,
    diedOf: diedOf?.slice(0, longestReason) ?? null,
  });
  if (ended) await releasePermitOf(store, ended);
  return ended !== undefined;
};

/**
 * Moves a returned job into its group. Until then claims find it directly, once its pause is over: a kill here blocks
 * nothing.
 */
export const putIntoJobGroup = async (store: QueueStore, job: JobDocument): Promise<void> => {
  const { _id, change: mark, dueAt, at, lasts } = job;
  await recordClaimable(store, job, lasts > 0 ? { nextRetry: at } : { firstDue: dueAt });
  await store.mongo.call(() =>
    store.jobs.updateOne(
      { _id, change: mark, at, state: "returned" },
      { $set: lasts > 0 ? { state: "pausing" } : { state: "ready", at: dueAt } },
    ),
  );
};

/** Makes a job claimable again after `delay` ms; with `putDownWith`, reschedules it with that payload. */
export const returnJob = async (
  store: QueueStore,
  job: ClaimedJob,
  delay: number,
  putDownWith?: ClaimedJob["payload"],
): Promise<boolean> => {
  const { wall } = await store.times();
  const lasts = Math.max(0, delay);
  const set = { state: "returned" as const, at: wall + lasts, since: wall, lasts, worker: null };
  const returned = await (putDownWith
    ? change(store, job, { ...set, payload: JSON.stringify(putDownWith) }, { $inc: { putDown: 1 } })
    : change(store, job, set));
  if (!returned) return false;
  await Promise.all([store.runBestEffort(() => putIntoJobGroup(store, returned)), releasePermitOf(store, returned)]);
  return true;
};

/** Extends the permit first: it must not end before the lease. */
export const extendLease = async (store: QueueStore, job: ClaimedJob, leaseMs: number): Promise<boolean> => {
  const { mongo, jobs } = store;
  const held = await mongo.call(() => jobs.findOne(leaseFilter(job), { ...mongo.bounded, projection: { claim: 1 } }));
  if (!held?.claim) return false;
  const { wall } = await store.times();
  const until = wall + leaseMs;
  await renewPermit(store, job.tenant, { claim: held.claim, kind: job.kind, until, lasts: leaseMs });
  const extended = await change(store, job, { at: until, since: wall, lasts: leaseMs });
  if (!extended) await releasePermits(store, job.tenant, [held.claim]);
  return extended !== undefined;
};

export const releaseWorkerLeases = async (store: QueueStore, worker: string): Promise<number> => {
  const { mongo, jobs } = store;
  const { wall } = await store.times();
  const live = await mongo.call(() =>
    jobs.find({ state: "leased", worker, at: { $gt: wall } }, mongo.bounded).toArray(),
  );
  const releasedCounts = await Promise.all(
    live.map(async ({ _id, fence, at, tenant, claim }) => {
      // Without a length, no clock jump restores the lease.
      const { modifiedCount } = await mongo.call(() =>
        jobs.updateOne({ _id, fence, at, state: "leased" }, { $set: { at: wall, since: wall, lasts: 0 } }),
      );
      if (modifiedCount > 0 && claim)
        await store.runBestEffort(() => releaseEndedPermit(store, tenant, { claim, until: at }));
      return modifiedCount;
    }),
  );
  return releasedCounts.reduce((sum, count) => sum + count, 0);
};
