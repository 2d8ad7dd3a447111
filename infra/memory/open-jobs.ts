import type { Job, OpenJob, OpenJobsQuery } from "../ports/work-queue.ts";

export type StoredJob = Job & {
  fence: number;
  enqueuedAt: number;
  worker: string | undefined;
  leaseUntil: number | undefined;
  leaseMs: number;
  retryAt: number;
  retryDelayMs: number;
  completedAt: number | undefined;
  rescheduleCount: number;
  deathReason: string | undefined;
};

type Times = { now: number; wall: number };

const openJob = (job: StoredJob, { now, wall }: Times): OpenJob => {
  const { id, kind, lane, tenant, dueAt, atOnce, fence, enqueuedAt, leaseUntil = 0, retryAt, rescheduleCount } = job;
  const isDue = atOnce === true || fence > 0;
  const state =
    leaseUntil > wall ? "running" : retryAt > wall ? "pausing" : isDue || dueAt.getTime() <= now ? "waiting" : "later";
  const could = Math.min(
    wall - Math.max(enqueuedAt, leaseUntil, retryAt),
    isDue ? Number.POSITIVE_INFINITY : now - dueAt.getTime(),
  );
  const until = { running: leaseUntil, pausing: retryAt, waiting: undefined, later: undefined }[state];
  return {
    id,
    kind,
    lane,
    tenant,
    dueAt: new Date(dueAt),
    state,
    waitedFor: state === "waiting" ? Math.max(0, could) : 0,
    enqueuedAt: new Date(enqueuedAt),
    until: until === undefined ? undefined : new Date(until),
    attempts: fence - rescheduleCount,
  };
};

const compare = (a: OpenJob, b: OpenJob): number =>
  a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));

export const queryOpenJobs = (held: readonly StoredJob[], query: OpenJobsQuery, times: Times) => {
  const { id, kind, tenant, state, minWaitMs = 0, dueFrom, dueBefore, descending = false, offset = 0, limit } = query;
  const matchingJobs = held
    .map((job) => openJob(job, times))
    .filter(
      (job) =>
        (id === undefined || job.id === id) &&
        (kind === undefined || job.kind === kind) &&
        (tenant === undefined || job.tenant === tenant) &&
        (state === undefined || job.state === state) &&
        (minWaitMs === 0 || (job.state === "waiting" && job.waitedFor >= minWaitMs)) &&
        (dueFrom === undefined || job.dueAt >= dueFrom) &&
        (dueBefore === undefined || job.dueAt < dueBefore),
    )
    .sort((a, b) => (descending ? -1 : 1) * compare(a, b));
  return { jobs: matchingJobs.slice(offset, offset + limit), total: matchingJobs.length };
};
