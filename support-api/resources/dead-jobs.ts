import { maxDeadJobs } from "#application/alerts/read-alerts.ts";
import type { ConsoleDeadJob } from "#domain/wire/support/console.ts";
import type { DeadJob, WorkQueue } from "#infra/ports/work-queue.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

const rowOf = ({ id, kind, tenant, attempts, diedAt, reason }: DeadJob): ConsoleDeadJob => ({
  id,
  kind,
  tenant,
  attempts,
  diedAt: diedAt.toISOString(),
  reason,
});

export const findDeadJob = async (queue: Pick<WorkQueue, "listDead">, id: string): Promise<DeadJob | undefined> =>
  (await queue.listDead(maxDeadJobs)).find((job) => job.id === id);

/** Dead jobs of all shops, from the queue itself. */
export const deadJobsResource = ({ queue }: Pick<ConsoleDeps, "queue">): Resource =>
  createInMemoryResource({
    name: "dead-jobs",
    shape: {
      filters: { tenant: isText("tenant"), kind: isText("kind") },
      sorts: { diedAt: "diedAt", kind: "kind", attempts: "attempts" },
      sort: { field: "diedAt", descending: true },
    },
    read: async () => (await queue.listDead(maxDeadJobs)).map(rowOf),
    tenantOf: ({ tenant }) => tenant,
  });
