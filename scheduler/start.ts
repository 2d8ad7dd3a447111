import { createExportPermits } from "#application/admission/export-permits.ts";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Worker } from "#hosting/host-workers.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import type { SchedulerDeps } from "./deps.ts";
import { claims, createHandlers, runnerMemory } from "./handlers.ts";
import { schedulerLane } from "./jobs.ts";
import { createReactions, reactionGroup, reactionTypes } from "./reactions.ts";
import { restoreJobsAtStart } from "./restore-jobs.ts";

/** Claims due slots of automated reports and completes their runs. */
export const scheduler: Worker = {
  name: "scheduler",
  title: "The scheduler",
  async run({ config, log, clock, onClockMended, stores, holder, observer, signal, ready }) {
    const { eventStore, stateStore, workQueue: queue } = stores;
    const ids = createSystemIds();
    const runner = createCommandRunner({ eventStore, stateStore, clock, ids, upcasters, ...runnerMemory });
    const permits = createExportPermits({ state: stateStore, runner, clock }, "automated");
    const deps: SchedulerDeps = { runner, stateStore, queue, permits, clock, config, log };
    const running = Promise.all([
      stores.bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(deps), signal),
      runJobs({
        queue,
        clock,
        log,
        worker: holder,
        lanes: [schedulerLane],
        claims,
        handlers: createHandlers(deps),
        observer,
        signal,
      }),
      restoreJobsAtStart(deps, signal),
    ]);
    // Slots were missed or checked too early while the clock was wrong.
    onClockMended(() => {
      void restoreJobsAtStart(deps, signal).catch((err: unknown) => {
        if (!signal.aborted)
          log.error({ err }, "Automated reports could not be checked again after the clock was corrected.");
      });
    });
    ready();
    await running;
  },
};
