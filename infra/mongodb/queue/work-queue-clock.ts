import type { Filter } from "mongodb";
import { promise } from "./work-queue-lines.ts";
import { hold } from "./work-queue-places.ts";
import type { JobDocument, QueueStore } from "./work-queue-store.ts";

/** Jobs that are mended in one go. */
const mendedAtOnce = 100;

/** What a jump of the clock did to leases and pauses. */
const harmed = (wall: number, jump: number): Filter<JobDocument>[] => [
  // They began later than it is now: the clock was set back since.
  { state: { $in: ["leased", "pausing", "returned"] }, at: { $gt: wall }, since: { $gt: wall } },
  // Live before the jump forward, and over behind it.
  ...(jump > 0 ? [{ state: "leased" as const, lasts: { $gt: 0 }, at: { $gt: wall - jump, $lte: wall } }] : []),
];

/** Lets a lease or a pause last for its own length from now. What counts it is told before: it must not promise too little. */
const mendOne = async (store: QueueStore, job: JobDocument, wall: number): Promise<void> => {
  const { _id, fence, at, lasts, state, tenant, kind, claim } = job;
  const until = wall + lasts;
  if (state === "leased" && claim) await hold(store, tenant, { claim, kind, until, lasts });
  if (state === "pausing") await promise(store, job, { nextRetry: until });
  await store.mongo.call(() => store.jobs.updateOne({ _id, fence, at, state }, { $set: { at: until, since: wall } }));
};

/**
 * Mends leases and pauses after the clock that all share was set by `jump` ms (0: not seen to be; a jump back shows by itself, also one before
 * this process started). What ends too late ends after its own length from now; what a jump forward ended gets its whole length again.
 */
const mendAfterJump = async (store: QueueStore, jump: number): Promise<void> => {
  const { wall } = await store.times();
  const { mongo } = store;
  for (const filter of harmed(wall, jump))
    for (;;) {
      // It is looked for once: by somebody who no longer leads some would not be found.
      await mongo.confirmPrimary();
      const jobs = await mongo.call(() => store.jobs.find(filter, mongo.bounded).limit(mendedAtOnce).toArray());
      await Promise.all(jobs.map((job) => mendOne(store, job, wall)));
      if (jobs.length < mendedAtOnce) break;
    }
};

/** Mends what a jump has done, when the queue is first asked and whenever one is seen. Nobody goes on before that. */
export const createMending = (store: QueueStore): (() => Promise<void>) => {
  let seen = 1;
  let mended = 0;
  let unmended = 0;
  return async () => {
    const jump = await store.jump();
    if (jump !== 0) seen += 1;
    // Kept until it is mended: a store that is busy now is asked again.
    unmended += jump;
    if (mended === seen) return;
    const mending = seen;
    await mendAfterJump(store, unmended);
    mended = Math.max(mended, mending);
    if (mended === seen) unmended = 0;
  };
};
