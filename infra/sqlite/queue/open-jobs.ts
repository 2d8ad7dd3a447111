import type { OpenJob, OpenJobsQuery } from "../../ports/work-queue.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import type { Row } from "../row-checksum.ts";

type Times = { now: number; wall: number };
type Condition = { text: string; values: (string | number)[] };

/** Condition for a state of job. `ready_at` is 0 also for jobs that were claimed before. */
const conditionOf = (state: OpenJob["state"], { now, wall }: Times): Condition => {
  const free = "(lease_until IS NULL OR lease_until <= ?)";
  switch (state) {
    case "running":
      return { text: "lease_until > ?", values: [wall] };
    case "pausing":
      return { text: `${free} AND retry_at > ?`, values: [wall, wall] };
    case "waiting":
      return { text: `${free} AND retry_at <= ? AND ready_at <= ?`, values: [wall, wall, now] };
    case "later":
      return { text: `${free} AND retry_at <= ? AND ready_at > ?`, values: [wall, wall, now] };
  }
};

const conditionsOf = (query: OpenJobsQuery, times: Times): Condition[] => {
  const { id, kind, tenant, state, minWaitMs = 0, dueFrom, dueBefore } = query;
  const { now, wall } = times;
  const is = (text: string, value: string | number | undefined): Condition[] =>
    value === undefined ? [] : [{ text, values: [value] }];
  return [
    { text: "completed_at IS NULL", values: [] },
    ...is("id = ?", id),
    ...is("kind = ?", kind),
    ...is("shop = ?", tenant),
    ...(state === undefined ? [] : [conditionOf(state, times)]),
    ...(minWaitMs === 0
      ? []
      : [
          conditionOf("waiting", { now: now - minWaitMs, wall: wall - minWaitMs }),
          {
            text: "enqueued_at <= ? AND (retry_at > 0 OR retry_for <= ?)",
            values: [wall - minWaitMs, wall - minWaitMs],
          },
        ]),
    ...is("due_at >= ?", dueFrom?.getTime()),
    ...is("due_at < ?", dueBefore?.getTime()),
  ];
};

const openJob = (row: Row, { now, wall }: Times): OpenJob => {
  const [leaseUntil, retryAt, readyAt] = [Number(row.lease_until ?? 0), Number(row.retry_at), Number(row.ready_at)];
  const state = leaseUntil > wall ? "running" : retryAt > wall ? "pausing" : readyAt <= now ? "waiting" : "later";
  const freeAgain = Math.max(leaseUntil, retryAt > 0 ? retryAt : Number(row.retry_for));
  const could = Math.min(
    wall - Math.max(Number(row.enqueued_at), freeAgain),
    readyAt === 0 ? Number.POSITIVE_INFINITY : now - readyAt,
  );
  const until = { running: leaseUntil, pausing: retryAt, waiting: undefined, later: undefined }[state];
  return {
    id: String(row.id),
    kind: String(row.kind),
    lane: String(row.lane),
    tenant: String(row.shop),
    dueAt: new Date(Number(row.due_at)),
    state,
    waitedFor: state === "waiting" ? Math.max(0, could) : 0,
    enqueuedAt: new Date(Number(row.enqueued_at)),
    until: until === undefined ? undefined : new Date(until),
    attempts: Number(row.fence) - Number(row.put_down),
  };
};

/** Finds open jobs. Scans and sorts their index: people ask seldom. */
export const findOpenJobs = (db: Database, query: OpenJobsQuery, times: Times) => {
  const { descending = false, offset = 0, limit } = query;
  const conditions = conditionsOf(query, times);
  const where = conditions.map(({ text }) => text).join(" AND ");
  const values = conditions.flatMap((condition) => condition.values);
  const direction = descending ? "DESC" : "ASC";
  const total = db.prepare(`SELECT count(*) AS count FROM jobs WHERE ${where}`).get(...values)?.count;
  const rows = db
    .prepare(`SELECT * FROM jobs WHERE ${where} ORDER BY due_at ${direction}, id ${direction} ${limitClause} OFFSET ?`)
    .all(...values, limit, offset);
  return { jobs: rows.map((row) => openJob(row, times)), total: Number(total) };
};
