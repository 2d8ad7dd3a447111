import type { Filter } from "mongodb";
import { promise } from "./work-queue-lines.ts";
import { hold } from "./work-queue-places.ts";
import type { JobDocument, QueueStore } from "./work-queue-store.ts";

const mendedAtOnce = 100;

const harmed = (wall: number, jump: number): Filter<JobDocument>[] => [
  // They began in the future: the clock was set back since.
  { state: { $in: ["leased", "pausing", "returned"] }, at: { $gt: wall }, since: { $gt: wall } },
  // Live before the jump forward, and expired after it.
  ...(jump > 0 ? [{ state: "leased" as const, lasts: { $gt: 0 }, at: { $gt: wall - jump, $lte: wall } }] : []),
];

/**
 * Gives a lease or a pause its own length from now. Shop and line are updated first: they must not promise too little.
 */
const mendOne = async (store: QueueStore, job: JobDocument, wall: number): Promise<void> => {
  const { _id, fence, at, lasts, state, tenant, kind, claim } = job;
  const until = wall + lasts;
  if (state === "leased" && claim) await hold(store, tenant, { claim, kind, until, lasts });
  if (state === "pausing") await promise(store, job, { nextRetry: until });
  await store.mongo.call(() => store.jobs.updateOne({ _id, fence, at, state }, { $set: { at: until, since: wall } }));
};

/**
 * Repairs leases and pauses after the shared clock was set by `jump` ms. 0: no jump seen; a jump back shows in the
 * rows, even one before this process started. One that ends too late now ends after its own length. Leases that a jump
 * forward ended get their whole length again.
 */
const mendAfterJump = async (store: QueueStore, jump: number): Promise<void> => {
  const { wall } = await store.times();
  const { mongo } = store;
  for (const filter of harmed(wall, jump))
    for (;;) {
      // The query runs only once: a stale primary might miss some.
      await mongo.confirmPrimary();
      const jobs = await mongo.call(() => store.jobs.find(filter, mongo.bounded).limit(mendedAtOnce).toArray());
      await Promise.all(jobs.map((job) => mendOne(store, job, wall)));
      if (jobs.length < mendedAtOnce) break;
    }
};

/** Runs on first use and after each jump seen. Callers wait for it. */
export const createMending = (store: QueueStore): (() => Promise<void>) => {
  let seen = 1;
  let mended = 0;
  let unmended = 0;
  return async () => {
    const jump = await store.jump();
    if (jump !== 0) seen += 1;
    // Kept until repaired: a busy store is asked again.
    unmended += jump;
    if (mended === seen) return;
    const mending = seen;
    await mendAfterJump(store, unmended);
    mended = Math.max(mended, mending);
    if (mended === seen) unmended = 0;
  };
};
