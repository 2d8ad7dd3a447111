import type { Filter } from "mongodb";
import { retryUpsert } from "../retry-upsert.ts";
import type { JobDocument, JobGroupDocument, QueueStore, Times } from "./work-queue-store.ts";

/** Jobs of one kind, lane and shop (ADR 26). */
export type JobGroup = Pick<JobDocument, "kind" | "lane" | "tenant">;

export const jobGroupId = ({ kind, lane, tenant }: JobGroup): string => JSON.stringify([kind, lane, tenant]);

const jobsOf = ({ kind, lane, tenant }: JobGroup): Filter<JobDocument> => ({ kind, tenant, lane });

/** Note for a job due now, one due later, or one whose pause will end. */
export type ClaimableNote = { firstDue: number } | { nextDue: number } | { nextRetry: number };

/**
 * Notes in the group that a job may be claimable. Call after writing the job: an earlier look must not overwrite the
 * note.
 */
export const recordClaimable = (
  { mongo, jobGroups }: QueueStore,
  jobGroup: JobGroup,
  promised: ClaimableNote,
): Promise<unknown> => {
  const { kind, lane, tenant } = jobGroup;
  const isReady = "firstDue" in promised;
  return retryUpsert(mongo, () =>
    jobGroups.updateOne(
      { _id: jobGroupId(jobGroup) },
      {
        $inc: { note: 1 },
        $min: promised,
        ...(isReady && { $set: { ready: true } }),
        $setOnInsert: { kind, lane, tenant, turn: 0, ...(!isReady && { ready: false }) },
      },
      { upsert: true },
    ),
  );
};

const inOrder = { at: 1, _id: 1 } as const;

const findFirst = async (
  { mongo, jobs }: QueueStore,
  jobGroup: JobGroup,
  state: "ready" | "later" | "pausing",
): Promise<number | undefined> => {
  const wanted = { ...jobsOf(jobGroup), state };
  const job = await mongo.call(() => jobs.findOne(wanted, { ...mongo.bounded, sort: inOrder, projection: { at: 1 } }));
  return job?.at;
};

const least = (...times: (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
};

/** Later notes win: they may announce jobs that this look missed. */
export const refreshJobGroup = async (
  store: QueueStore,
  jobGroup: JobGroupDocument,
  { now, wall }: Times,
): Promise<void> => {
  const [ready, later, pausing] = await Promise.all([
    findFirst(store, jobGroup, "ready"),
    findFirst(store, jobGroup, "later"),
    findFirst(store, jobGroup, "pausing"),
  ]);
  const due = later !== undefined && later <= now ? later : undefined;
  const isOver = pausing !== undefined && pausing <= wall;
  const noted = {
    firstDue: least(ready, due),
    nextDue: due === undefined ? later : undefined,
    nextRetry: isOver ? undefined : pausing,
  };
  const named = Object.entries(noted);
  const known = Object.fromEntries(named.filter(([, at]) => at !== undefined)) as Partial<JobGroupDocument>;
  const gone = named.filter(([, at]) => at === undefined).map(([name]) => [name, ""]);
  await store.mongo.call(() =>
    store.jobGroups.updateOne(
      { _id: jobGroup._id, note: jobGroup.note },
      {
        $inc: { note: 1 },
        $set: { ready: noted.firstDue !== undefined || isOver, ...known },
        ...(gone.length > 0 && { $unset: Object.fromEntries(gone) }),
      },
    ),
  );
};

/** Pauses ended per look at a job group. */
const pausesAtOnce = 20;

/** Fields for comparing jobs; the payload comes with the claim. */
export type JobSummary = Pick<
  JobDocument,
  "_id" | "kind" | "lane" | "tenant" | "dueAt" | "state" | "at" | "fence" | "enqueuedAt"
>;
export const jobSummaryFields = {
  _id: 1,
  kind: 1,
  lane: 1,
  tenant: 1,
  dueAt: 1,
  state: 1,
  at: 1,
  fence: 1,
  enqueuedAt: 1,
} as const;

export const byDue = (a: JobSummary, b: JobSummary): number =>
  a.dueAt - b.dueAt || Number(a._id > b._id) - Number(a._id < b._id);

/** First jobs of a group, without expired leases. Ends pauses that are over. */
export const findFirstJobs = async (
  { mongo, jobs }: QueueStore,
  jobGroup: JobGroup,
  { now, wall }: Times,
  maxJobs: number,
): Promise<JobSummary[]> => {
  const findJobs = (filter: Filter<JobDocument>, limit: number): Promise<JobSummary[]> =>
    mongo.call(() =>
      jobs
        .find({ ...jobsOf(jobGroup), ...filter }, mongo.bounded)
        .sort(inOrder)
        .limit(limit)
        .project<JobSummary>(jobSummaryFields)
        .toArray(),
    );
  const ready = () => findJobs({ state: "ready" }, maxJobs);
  const [atFirst, later, over] = await Promise.all([
    ready(),
    findJobs({ state: "later", at: { $lte: now } }, maxJobs),
    findJobs({ state: "pausing", at: { $lte: wall } }, pausesAtOnce),
  ]);
  await Promise.all(
    over.map(({ _id, fence, at, dueAt }) =>
      mongo.call(() =>
        jobs.updateOne({ _id, fence, at, state: "pausing" }, { $set: { state: "ready", at: dueAt, since: at } }),
      ),
    ),
  );
  return [...(over.length > 0 ? await ready() : atFirst), ...later].sort(byDue).slice(0, maxJobs);
};

/** Sets a group's turn, unless it has a later one. */
export const setTurn = (
  { mongo, jobGroups }: QueueStore,
  tenant: string,
  kinds: readonly string[],
  turn: number,
): Promise<unknown> =>
  mongo.call(() =>
    jobGroups.updateMany({ tenant, kind: { $in: [...kinds] }, turn: { $lt: turn } }, { $set: { turn } }),
  );

/** Draws turns in a row; returns the first. */
export const drawTurns = async ({ mongo, turns }: QueueStore, count: number): Promise<number> => {
  const drawn = await retryUpsert(mongo, () =>
    turns.findOneAndUpdate({ _id: "turn" }, { $inc: { turn: count } }, { upsert: true, returnDocument: "after" }),
  );
  return (drawn?.turn ?? count) - count + 1;
};
