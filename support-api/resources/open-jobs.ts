import { badRequest } from "#application/http/api-error.ts";
import { overdueAfter } from "#domain/console/alerts.ts";
import type { ConsoleOpenJob } from "#domain/wire/support/console-alerts.ts";
import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import type { OpenJob, OpenJobsQuery } from "#infra/ports/work-queue.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord, isText } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";

const rowOf = ({ id, kind, lane, tenant, state, waitedFor, ...job }: OpenJob): ConsoleOpenJob => ({
  id,
  kind,
  lane,
  tenant,
  state: waitedFor >= overdueAfter ? "overdue" : state,
  dueAt: job.dueAt.toISOString(),
  enqueuedAt: job.enqueuedAt.toISOString(),
  until: job.until?.toISOString() ?? null,
  attempts: job.attempts,
});

const states: Readonly<Record<string, readonly string[]>> = {
  waiting: ["waiting"],
  overdue: ["overdue"],
  later: ["later"],
  pausing: ["pausing"],
  running: ["running"],
};

const dueAt =
  (field: "dueFrom" | "dueBefore") =>
  (value: unknown): FieldFilter[] => {
    const instant = typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(instant)) throw badRequest("A time must be a day or an instant, such as 2026-11-20.");
    return [{ field, equals: instant }];
  };

/** Maps conditions: each field is a parameter with one value. */
const toQueueQuery = (where: readonly FieldFilter[]): Omit<OpenJobsQuery, "limit"> =>
  Object.assign(
    {},
    ...where.map(({ field, equals }): Omit<OpenJobsQuery, "limit"> => {
      if (field === "state" && equals === "overdue") return { minWaitMs: overdueAfter };
      if (field === "dueFrom" || field === "dueBefore") return { [field]: new Date(Number(equals)) };
      return { [field]: equals };
    }),
  );

/** Open jobs of all shops, from the queue itself. Payloads are never shown. */
export const openJobsResource = ({ queue }: Pick<ConsoleDeps, "queue">): Resource => {
  const one = async (id: string): Promise<ConsoleOpenJob[]> =>
    (await queue.listOpenJobs({ id, limit: 1 })).jobs.map(rowOf);
  return {
    name: "open-jobs",
    shape: {
      filters: {
        state: isOneOfWord("state", states),
        kind: isText("kind"),
        tenant: isText("tenant"),
        since: dueAt("dueFrom"),
        before: dueAt("dueBefore"),
      },
      sorts: { dueAt: "dueAt" },
      sort: { field: "dueAt", descending: false },
    },
    list: async ({ where, sort: [sort], offset, limit }) => {
      const { jobs, total } = await queue.listOpenJobs({
        ...toQueueQuery(where),
        descending: sort?.descending ?? false,
        offset,
        limit,
      });
      return { rows: jobs.map(rowOf), total };
    },
    get: async (id) => (await one(id))[0],
    findMany: async (ids) => (await Promise.all(ids.map(one))).flat(),
    getTenant: (row) => (row as ConsoleOpenJob).tenant,
  };
};
