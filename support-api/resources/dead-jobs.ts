import { mostDead } from "#application/signs/read-signs.ts";
import type { ConsoleDeadJob } from "#domain/wire/support/console.ts";
import type { DeadJob, WorkQueue } from "#infra/ports/work-queue.ts";
import type { ConsoleDeps } from "../deps.ts";
import { textIs } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";
import { rowsResource } from "../lists/rows-resource.ts";

const rowOf = ({ id, kind, tenant, attempts, diedAt, reason }: DeadJob): ConsoleDeadJob => ({
  id,
  kind,
  tenant,
  attempts,
  diedAt: diedAt.toISOString(),
  reason,
});

/** A dead job by id; undefined if there is none. */
export const deadJob = async (queue: Pick<WorkQueue, "dead">, id: string): Promise<DeadJob | undefined> =>
  (await queue.dead(mostDead)).find((job) => job.id === id);

/** Jobs given up after their last attempt, of all shops, from the queue itself. */
export const deadJobsResource = ({ queue }: Pick<ConsoleDeps, "queue">): Resource =>
  rowsResource({
    name: "dead-jobs",
    shape: {
      filters: { tenant: textIs("tenant"), kind: textIs("kind") },
      sorts: { diedAt: "diedAt", kind: "kind", attempts: "attempts" },
      sort: { field: "diedAt", descending: true },
    },
    read: async () => (await queue.dead(mostDead)).map(rowOf),
    tenantOf: ({ tenant }) => tenant,
  });
