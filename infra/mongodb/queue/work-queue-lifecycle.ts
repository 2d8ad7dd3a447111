import { randomUUID } from "node:crypto";
import type { Job } from "../../ports/work-queue.ts";
import { isDuplicate } from "../errors.ts";
import { recordClaimable } from "./work-queue-job-groups.ts";
import { putIntoJobGroup } from "./work-queue-settle.ts";
import type { JobDocument, QueueStore } from "./work-queue-store.ts";

export const retentionMs = 30 * 24 * 3_600_000;
const purgeBatch = 200;

const isPast = (wall: number) => ({
  state: { $in: ["completed" as const, "dead" as const] },
  at: { $lt: wall - retentionMs },
});

/** Forgets a batch of jobs that ended over 30 days ago. True: there may be more. */
export const purgeEndedJobs = async ({ mongo, jobs, times }: QueueStore): Promise<boolean> => {
  const past = isPast((await times()).wall);
  const found = await mongo.call(() =>
    jobs.find(past, mongo.bounded).limit(purgeBatch).project<{ _id: string }>({ _id: 1 }).toArray(),
  );
  if (found.length > 0) await mongo.call(() => jobs.deleteMany({ ...past, _id: { $in: found.map(({ _id }) => _id) } }));
  return found.length === purgeBatch;
};

const newJobDocument = (job: Job, { now, wall }: { now: number; wall: number }): JobDocument => {
  const { id: _id, kind, lane, tenant, atOnce } = job;
  const dueAt = job.dueAt.getTime();
  return {
    _id,
    kind,
    lane,
    tenant,
    dueAt,
    payload: JSON.stringify(job.payload),
    enqueuedAt: wall,
    // The state is stored now: a later comparison could use a clock that was set back.
    state: atOnce || dueAt <= now ? "ready" : "later",
    at: dueAt,
    since: 0,
    lasts: 0,
    fence: 0,
    putDown: 0,
    worker: null,
    claim: null,
    change: randomUUID(),
    diedOf: null,
  };
};

/** Inserts a job, or finds the one stored under its id; undefined if that was just deleted. */
const insert = async ({ mongo, jobs }: QueueStore, job: JobDocument): Promise<JobDocument | undefined> => {
  try {
    await mongo.call(() => jobs.insertOne(job));
    return job;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return (await mongo.call(() => jobs.findOne({ _id: job._id }, mongo.linearizableRead))) ?? undefined;
  }
};

/** False for a known id. Updates the job group even then: an earlier call may have been killed in between. */
export const storeJob = async (store: QueueStore, job: Job): Promise<boolean> => {
  const { mongo, jobs } = store;
  for (;;) {
    const times = await store.times();
    const mine = newJobDocument(job, times);
    const stands = await insert(store, mine);
    if (!stands) continue;
    const past = isPast(times.wall);
    if (past.state.$in.some((state) => state === stands.state) && stands.at < past.at.$lt) {
      await mongo.call(() => jobs.deleteOne({ _id: job.id, ...past }));
      continue;
    }
    if (stands.state === "ready") await recordClaimable(store, stands, { firstDue: stands.dueAt });
    if (stands.state === "later") await recordClaimable(store, stands, { nextDue: stands.dueAt });
    return stands.change === mine.change;
  }
};

export const reviveJob = async (store: QueueStore, id: string): Promise<boolean> => {
  const { mongo, jobs } = store;
  const mark = randomUUID();
  const { wall } = await store.times();
  for (;;) {
    const dead = await mongo.call(() => jobs.findOne({ _id: id, state: "dead" }, mongo.linearizableRead));
    if (!dead) return false;
    const { fence, at } = dead;
    const revived = await mongo.call(
      async ({ isRepeat }) =>
        (await jobs.findOneAndUpdate(
          { _id: id, state: "dead", fence, at },
          {
            $set: { state: "returned", at: wall, since: wall, lasts: 0, diedOf: null, putDown: fence, change: mark },
          },
          { returnDocument: "after" },
        )) ?? (isRepeat ? await jobs.findOne({ _id: id, change: mark }, mongo.bounded) : null),
    );
    if (!revived) continue;
    await store.runBestEffort(() => putIntoJobGroup(store, revived));
    return true;
  }
};

export const dropJob = async ({ mongo, jobs }: QueueStore, id: string): Promise<boolean> => {
  const mark = randomUUID();
  return mongo.call(async ({ isRepeat }) => {
    const dropped = await jobs.findOneAndUpdate(
      { _id: id, state: "dead" },
      { $set: { state: "completed", diedOf: null, change: mark } },
    );
    return dropped !== null || (isRepeat && (await jobs.findOne({ _id: id, change: mark }, mongo.bounded)) !== null);
  });
};

export const forgetJob = async ({ mongo, jobs }: QueueStore, id: string): Promise<boolean> => {
  const known = await mongo.call(() => jobs.findOne({ _id: id, state: "completed" }, mongo.linearizableRead));
  if (!known) return false;
  const { at } = known;
  const gone = await mongo.call(async ({ isRepeat }) => {
    const { deletedCount } = await jobs.deleteOne({ _id: id, state: "completed", at });
    return deletedCount > 0 || (isRepeat && !(await jobs.findOne({ _id: id }, mongo.bounded)));
  });
  return gone;
};
