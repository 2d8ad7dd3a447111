import type { JobHandlers } from "#application/jobs/job.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import type { MessageBus, OrderedBus } from "#infra/ports/message-bus.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { MaintenanceTask } from "./maintenance-task.ts";

/** Subscribes and runs the jobs of all tasks until the signal aborts: several at once, but one per shop. */
export const runMaintenance = async (
  deps: UpkeepDeps,
  tasks: readonly MaintenanceTask[],
  { bus, orderedBus }: { bus: MessageBus; orderedBus: OrderedBus },
  signal: AbortSignal,
): Promise<void> => {
  const handlers: JobHandlers = Object.assign({}, ...tasks.map((task) => task.handlers));
  const claims = [{ kinds: Object.keys(handlers), atOnce: 4, maxRunningPerShop: 1 }];
  await Promise.all([
    ...tasks.map((task) => task.restore?.()),
    ...tasks.map(({ group, types, handle, acrossStreams = false }) =>
      (acrossStreams ? orderedBus : bus).subscribe({ group, types }, handle, signal),
    ),
    runJobs({ ...deps, lanes: [upkeepLane], claims, handlers, signal }),
  ]);
};
