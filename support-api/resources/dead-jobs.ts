import type { ConsoleDeadJob } from "#domain/wire/console.ts";
import type { DeadJob, WorkQueue } from "#infra/ports/work-queue.ts";
import type { ConsoleDeps } from "../deps.ts";
import { textIs } from "../lists/filters.ts";
import type { ListQuery } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";

/** The queue gives its newest dead ones: beyond these there is another trouble. */
const most = 1_000;

const rowOf = ({ id, kind, tenant, attempts, diedAt, reason }: DeadJob): ConsoleDeadJob => ({
  id,
  kind,
  tenant,
  attempts,
  diedAt: diedAt.toISOString(),
  reason,
});

/** A dead job by its id, undefined of one that is none. */
export const deadJob = async (queue: Pick<WorkQueue, "dead">, id: string): Promise<DeadJob | undefined> =>
  (await queue.dead(most)).find((job) => job.id === id);

const compare = (one: string | number, other: string | number): number => (one === other ? 0 : one < other ? -1 : 1);

const chosen = (jobs: ConsoleDeadJob[], { where, sort, offset, limit }: ListQuery) => {
  const holds = (job: ConsoleDeadJob): boolean =>
    where.every(({ field, equals }) => job[field as "kind" | "tenant"] === equals);
  const [{ field, descending = false } = { field: "diedAt" }] = sort;
  const key = field as "diedAt" | "kind" | "attempts";
  const found = jobs
    .filter(holds)
    .sort((one, other) => (descending ? -1 : 1) * compare(one[key], other[key]) || compare(one.id, other.id));
  return { rows: found.slice(offset, offset + limit), total: found.length };
};

/** Jobs that were given up after their last attempt, of all shops: the queue's own list. */
export const deadJobsResource = ({ queue }: Pick<ConsoleDeps, "queue">): Resource => ({
  name: "dead-jobs",
  shape: {
    filters: { tenant: textIs("tenant"), kind: textIs("kind") },
    sorts: { diedAt: "diedAt", kind: "kind", attempts: "attempts" },
    sort: { field: "diedAt", descending: true },
  },
  list: async (query) => chosen((await queue.dead(most)).map(rowOf), query),
  get: async (id) => {
    const job = await deadJob(queue, id);
    return job && rowOf(job);
  },
  many: async (ids) => (await queue.dead(most)).filter(({ id }) => ids.includes(id)).map(rowOf),
  tenantOf: (row) => (row as ConsoleDeadJob).tenant,
});
