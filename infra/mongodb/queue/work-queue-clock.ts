import type { Filter } from "mongodb";
import { recordClaimable } from "./work-queue-job-groups.ts";
import { renewPermit } from "./work-queue-permits.ts";
import type { JobDocument, QueueStore } from "./work-queue-store.ts";

const repairBatch = 100;

const affectedByJump = (wall: number, jump: number): Filter<JobDocument>[] => [
  // Leases and pauses that began in the future: the clock was set back.
  { state: { $in: ["leased", "pausing", "returned"] }, at: { $gt: wall }, since: { $gt: wall } },
  // Leases that the jump forward expired.
  ...(jump > 0 ? [{ state: "leased" as const, lasts: { $gt: 0 }, at: { $gt: wall - jump, $lte: wall } }] : []),
];

/** Sets the end to its whole length from now. Shop and job group come first: they must never promise too little. */
const repairJob = async (store: QueueStore, job: JobDocument, wall: number): Promise<void> => {
  const { _id, fence, at, lasts, state, tenant, kind, claim } = job;
  const until = wall + lasts;
  if (state === "leased" && claim) await renewPermit(store, tenant, { claim, kind, until, lasts });
  if (state === "pausing") await recordClaimable(store, job, { nextRetry: until });
  await store.mongo.call(() => store.jobs.updateOne({ _id, fence, at, state }, { $set: { at: until, since: wall } }));
};

/**
 * Repairs leases and pauses after the shared clock was set by `jump` ms. 0: no jump seen; rows show a jump back, even
 * an earlier one. One that ends too late ends after its own length from now. Leases that a jump forward ended get their
 * whole length again.
 */
const repairAfterClockJump = async (store: QueueStore, jump: number): Promise<void> => {
  const { wall } = await store.times();
  const { mongo } = store;
  for (const filter of affectedByJump(wall, jump))
    for (;;) {
      // This runs only once: a stale primary might miss some jobs.
      await mongo.confirmPrimary();
      const jobs = await mongo.call(() => store.jobs.find(filter, mongo.bounded).limit(repairBatch).toArray());
      await Promise.all(jobs.map((job) => repairJob(store, job, wall)));
      if (jobs.length < repairBatch) break;
    }
};

/** Repairs on first use and after each jump seen. Callers wait. */
export const createClockJumpRepair = (store: QueueStore): (() => Promise<void>) => {
  let jumpCount = 1;
  let mended = 0;
  let unmended = 0;
  return async () => {
    const jump = await store.measureClockJump();
    if (jump !== 0) jumpCount += 1;
    // The jump is kept until repaired, in case the store is busy.
    unmended += jump;
    if (mended === jumpCount) return;
    const mending = jumpCount;
    await repairAfterClockJump(store, unmended);
    mended = Math.max(mended, mending);
    if (mended === jumpCount) unmended = 0;
  };
};
