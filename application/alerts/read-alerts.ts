import { type AlertName, alertDefinitions, overdueAfter } from "#domain/console/alerts.ts";
import type { ConsoleAlerts, ConsoleHealthCheck } from "#domain/wire/support/console-alerts.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { ReadModels } from "#infra/ports/stores/read-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { readUndelivered } from "../mails/mail-records.ts";
import type { Parked } from "../read-models/parked.ts";
import { undefinedUnlessBuilt } from "../read-models/serve.ts";
import { readThrottled } from "./throttled.ts";
import { readUnhealthyReports } from "./unhealthy-reports.ts";

/** Read limit. Beyond it, the exact count doesn't matter. */
export const maxDeadJobs = 1_000;

export type AlertDeps = {
  readModels: Pick<ReadModels, "get" | "find">;
  queue: Pick<WorkQueue, "listDead" | "listOpenJobs">;
  state: Pick<StateStore, "find">;
  parked(): Promise<Parked[]>;
  healthChecks(): readonly ConsoleHealthCheck[];
  clock: Pick<Clock, "wall">;
};

/** `since`: start of the oldest, ISO UTC. */
type Found = { count: number; since: string | null };

const countItems = (startTimes: readonly (string | null)[]): Found => {
  const [since = null] = startTimes.filter((at) => at !== null).sort();
  return { count: startTimes.length, since };
};

const findReports = async (health: string, readModels: AlertDeps["readModels"]): Promise<Found> =>
  countItems(
    (await readUnhealthyReports(readModels)).filter((one) => one.standing === health).map(({ since }) => since),
  );

const findHealthChecks = (state: ConsoleHealthCheck["state"], healthChecks: readonly ConsoleHealthCheck[]): Found =>
  countItems(healthChecks.filter((one) => one.state === state).map(({ since }) => since));

/** Each finder reads the data of its alert's console list. */
const finders: Readonly<Record<AlertName, (deps: AlertDeps) => Promise<Found>>> = {
  "suspended-reports": async ({ readModels }) => findReports("suspended", readModels),
  "failing-reports": async ({ readModels }) => findReports("failing", readModels),
  "dead-jobs": async ({ queue }) =>
    countItems((await queue.listDead(maxDeadJobs)).map(({ diedAt }) => diedAt.toISOString())),
  "overdue-jobs": async ({ queue, clock }) => {
    // Sorted by due time, not waiting time; one page is close enough.
    const { jobs, total } = await queue.listOpenJobs({ minWaitMs: overdueAfter, limit: 100 });
    const longest = Math.max(0, ...jobs.map(({ waitedFor }) => waitedFor));
    return { count: total, since: total === 0 ? null : new Date(clock.wall().getTime() - longest).toISOString() };
  },
  "parked-documents": async ({ parked }) => countItems((await parked()).map(({ document }) => document.instant)),
  lags: async ({ healthChecks }) => findHealthChecks("behind", healthChecks()),
  "throttled-shops": async ({ state }) => countItems((await readThrottled(state)).map(({ since }) => since)),
  "waiting-mails": async (deps) => countItems((await readUndelivered(deps, "waiting")).map(({ since }) => since)),
  "refused-mails": async (deps) => countItems((await readUndelivered(deps, "refused")).map(({ since }) => since)),
  "low-disks": async ({ healthChecks }) => findHealthChecks("low", healthChecks()),
};

/** Includes alerts with count 0 (ADR 103), not those whose read model is still being built. */
export const readAlerts = async (deps: AlertDeps): Promise<ConsoleAlerts> => {
  const checkedAt = deps.clock.wall().toISOString();
  const found = await Promise.all(
    alertDefinitions.map(async ({ name }) => {
      const one = await undefinedUnlessBuilt(finders[name](deps));
      return one === undefined ? [] : [{ id: name, ...one }];
    }),
  );
  return { lookedAt: checkedAt, signs: found.flat() };
};
