import type { Filter } from "mongodb";
import type { OpenJob, OpenJobsQuery } from "../../ports/work-queue.ts";
import type { JobDocument, JobState, QueueStore, Times } from "./work-queue-store.ts";

export const openStates: JobState[] = ["ready", "later", "pausing", "returned", "leased"];

/** States in which `at` is the end of a pause or lease. */
const ending: JobState[] = ["pausing", "returned", "leased"];

const claimableAt = ({ now, wall }: Times): Filter<JobDocument> => ({
  $or: [{ state: "ready" }, { state: "later", at: { $lte: now } }, { state: { $in: ending }, at: { $lte: wall } }],
});

const filterOf = (state: OpenJob["state"], times: Times): Filter<JobDocument> => {
  switch (state) {
    case "running":
      return { state: "leased", at: { $gt: times.wall } };
    case "pausing":
      return { state: { $in: ["pausing", "returned"] }, at: { $gt: times.wall } };
    case "later":
      return { state: "later", at: { $gt: times.now } };
    case "waiting":
      return claimableAt(times);
  }
};

/**
 * Filter for jobs claimable for `ms`. `since` of a ready job: when it was returned without a pause, or its pause was
 * over.
 */
const claimableFor = (ms: number, { now, wall }: Times): Filter<JobDocument> => ({
  $and: [
    claimableAt({ now: now - ms, wall: wall - ms }),
    { enqueuedAt: { $lte: wall - ms }, since: { $lte: wall - ms } },
  ],
});

const queryOf = (query: OpenJobsQuery, times: Times): Filter<JobDocument> => {
  const { id, kind, tenant, state, minWaitMs = 0, dueFrom, dueBefore } = query;
  const parts: Filter<JobDocument>[] = [{ state: { $in: openStates } }];
  if (id !== undefined) parts.push({ _id: id });
  if (kind !== undefined) parts.push({ kind });
  if (tenant !== undefined) parts.push({ tenant });
  if (state !== undefined) parts.push(filterOf(state, times));
  if (minWaitMs > 0) parts.push(claimableFor(minWaitMs, times));
  if (dueFrom !== undefined) parts.push({ dueAt: { $gte: dueFrom.getTime() } });
  if (dueBefore !== undefined) parts.push({ dueAt: { $lt: dueBefore.getTime() } });
  return { $and: parts };
};

const stateOf = ({ state, at }: JobDocument, { now, wall }: Times): OpenJob["state"] => {
  if (state === "leased" && at > wall) return "running";
  if ((state === "pausing" || state === "returned") && at > wall) return "pausing";
  return state === "later" && at > now ? "later" : "waiting";
};

const openJob = (job: JobDocument, times: Times): OpenJob => {
  const { now, wall } = times;
  const state = stateOf(job, times);
  const could = Math.min(
    wall - Math.max(job.enqueuedAt, job.since, ending.includes(job.state) ? job.at : 0),
    job.state === "later" ? now - job.at : Number.POSITIVE_INFINITY,
  );
  return {
    id: job._id,
    kind: job.kind,
    lane: job.lane,
    tenant: job.tenant,
    dueAt: new Date(job.dueAt),
    state,
    waitedFor: state === "waiting" ? Math.max(0, could) : 0,
    enqueuedAt: new Date(job.enqueuedAt),
    until: state === "running" || state === "pausing" ? new Date(job.at) : undefined,
    attempts: job.fence - job.putDown,
  };
};

export const findOpenJobs = async ({ mongo, jobs, times: timesNow }: QueueStore, query: OpenJobsQuery) => {
  const { descending = false, offset = 0, limit } = query;
  const times = await timesNow();
  const filter = queryOf(query, times);
  const direction = descending ? -1 : 1;
  await mongo.confirmPrimary();
  const [found, total] = await Promise.all([
    mongo.call(() =>
      jobs.find(filter, mongo.bounded).sort({ dueAt: direction, _id: direction }).skip(offset).limit(limit).toArray(),
    ),
    mongo.call(() => jobs.countDocuments(filter, mongo.bounded)),
  ]);
  return { jobs: found.map((job) => openJob(job, times)), total };
};
