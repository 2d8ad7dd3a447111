import { randomUUID } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { JsonObject } from "../../ports/json.ts";
import type { JobRow, Rows } from "../../ports/stores/moving.ts";
import type { Mongo } from "../client.ts";
import { createMovableRows } from "../movable-rows.ts";
import { recordClaimable } from "./work-queue-job-groups.ts";
import { type JobDocument, type JobState, openQueueStore } from "./work-queue-store.ts";

/** True for a pause. A killed process may leave a job in `returned`. */
const isPause = ({ state, lasts }: JobDocument): boolean => state === "pausing" || (state === "returned" && lasts > 0);
const hasEnded = ({ state }: JobDocument): boolean => state === "completed" || state === "dead";

const rowOf = (job: JobDocument): JobRow => ({
  key: job._id,
  kind: job.kind,
  lane: job.lane,
  tenant: job.tenant,
  dueAt: job.dueAt,
  // Once claimed, a job is due.
  atOnce: job.state !== "later",
  payload: JSON.parse(job.payload) as JsonObject,
  enqueuedAt: job.enqueuedAt,
  fence: job.fence,
  putDown: job.putDown,
  pausedUntil: isPause(job) ? job.at : 0,
  pausedFor: isPause(job) ? job.lasts : 0,
  endedAt: hasEnded(job) ? job.at : null,
  diedOf: job.diedOf,
});

const stateOf = ({ endedAt, diedOf, pausedUntil, atOnce }: JobRow): JobState => {
  if (endedAt !== null) return diedOf === null ? "completed" : "dead";
  if (pausedUntil > 0) return "pausing";
  return atOnce ? "ready" : "later";
};

const documentOf = (row: JobRow): JobDocument => ({
  _id: row.key,
  kind: row.kind,
  lane: row.lane,
  tenant: row.tenant,
  dueAt: row.dueAt,
  payload: JSON.stringify(row.payload),
  enqueuedAt: row.enqueuedAt,
  state: stateOf(row),
  at: row.endedAt ?? (row.pausedUntil > 0 ? row.pausedUntil : row.dueAt),
  since: row.pausedUntil > 0 ? row.pausedUntil - row.pausedFor : 0,
  lasts: row.pausedFor,
  fence: row.fence,
  putDown: row.putDown,
  worker: null,
  claim: null,
  change: randomUUID(),
  diedOf: row.diedOf,
});

/** Notes each row in its job group, as `enqueue` does. */
export const movableJobs = async (mongo: Mongo, clock: Clock): Promise<Rows<JobRow>> => {
  const store = await openQueueStore(mongo, clock);
  const { jobs } = store;
  return createMovableRows(mongo, jobs, "_id", rowOf, async (row) => {
    const job = documentOf(row);
    await mongo.call(() => jobs.replaceOne({ _id: job._id }, job, { upsert: true }));
    if (job.state === "ready") await recordClaimable(store, job, { firstDue: job.dueAt });
    if (job.state === "later") await recordClaimable(store, job, { nextDue: job.dueAt });
    if (job.state === "pausing") await recordClaimable(store, job, { nextRetry: job.at });
  });
};
