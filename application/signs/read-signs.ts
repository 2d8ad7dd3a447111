import { overdueAfter, type SignName, signs } from "#domain/console/signs.ts";
import type { ConsoleMeasure, ConsoleSigns } from "#domain/wire/support/console-signs.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { ReadModels } from "#infra/ports/stores/read-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { readUntaken } from "../mails/sent.ts";
import type { Parked } from "../read-models/parked.ts";
import { whereBuilt } from "../read-models/serve.ts";
import { readThrottled } from "./throttled.ts";
import { troubledReports } from "./troubled-reports.ts";

/** Maximum dead jobs read. More of them point to another problem. */
export const mostDead = 1_000;

export type SignDeps = {
  readModels: Pick<ReadModels, "get" | "find">;
  queue: Pick<WorkQueue, "dead" | "openJobs">;
  state: Pick<StateStore, "find">;
  parked(): Promise<Parked[]>;
  measures(): readonly ConsoleMeasure[];
  clock: Pick<Clock, "wall">;
};

/** Count of an alert's items, and start of the oldest, ISO UTC. */
type Found = { count: number; since: string | null };

const foundIn = (begun: readonly (string | null)[]): Found => {
  const [since = null] = begun.filter((at) => at !== null).sort();
  return { count: begun.length, since };
};

const reportsThat = async (standing: string, readModels: SignDeps["readModels"]): Promise<Found> =>
  foundIn((await troubledReports(readModels)).filter((one) => one.standing === standing).map(({ since }) => since));

const measuredAs = (state: ConsoleMeasure["state"], measures: readonly ConsoleMeasure[]): Found =>
  foundIn(measures.filter((one) => one.state === state).map(({ since }) => since));

/** One finder per alert. The lists behind the alerts use the same sources. */
const finders: Readonly<Record<SignName, (deps: SignDeps) => Promise<Found>>> = {
  "suspended-reports": async ({ readModels }) => reportsThat("suspended", readModels),
  "failing-reports": async ({ readModels }) => reportsThat("failing", readModels),
  "dead-jobs": async ({ queue }) => foundIn((await queue.dead(mostDead)).map(({ diedAt }) => diedAt.toISOString())),
  "overdue-jobs": async ({ queue, clock }) => {
    // Jobs come by due time, not by waiting time; one page is close enough.
    const { jobs, total } = await queue.openJobs({ waitedFor: overdueAfter, limit: 100 });
    const longest = Math.max(0, ...jobs.map(({ waitedFor }) => waitedFor));
    return { count: total, since: total === 0 ? null : new Date(clock.wall().getTime() - longest).toISOString() };
  },
  "parked-documents": async ({ parked }) => foundIn((await parked()).map(({ document }) => document.instant)),
  lags: async ({ measures }) => measuredAs("behind", measures()),
  "throttled-shops": async ({ state }) => foundIn((await readThrottled(state)).map(({ since }) => since)),
  "waiting-mails": async (deps) => foundIn((await readUntaken(deps, "waiting")).map(({ since }) => since)),
  "refused-mails": async (deps) => foundIn((await readUntaken(deps, "refused")).map(({ since }) => since)),
  "low-disks": async ({ measures }) => measuredAs("low", measures()),
};

/**
 * All alerts with their current counts, including 0 (ADR 103). Leaves out alerts whose read model is still being built.
 */
export const readSigns = async (deps: SignDeps): Promise<ConsoleSigns> => {
  const lookedAt = deps.clock.wall().toISOString();
  const found = await Promise.all(
    signs.map(async ({ name }) => {
      const one = await whereBuilt(finders[name](deps));
      return one === undefined ? [] : [{ id: name, ...one }];
    }),
  );
  return { lookedAt, signs: found.flat() };
};
