import { EventEmitter } from "node:events";
import { runOrExit } from "#application/process/exit-with-reason.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createProcessClock } from "./process-clock.ts";
import { openProcessHealth } from "./process-health.ts";
import { workerName } from "./worker-name.ts";

/**
 * Starts a process that does jobs, and its health server if standalone. Failure ends it with `cannotStart` and the
 * reason. `holder`: its name in leases. `observer`: counts jobs if metrics are on. `onClockMended`: called when a clock
 * that was ahead is right again. JOBS_HOLDER comes from a supervisor that runs one such process at a time, so jobs of a
 * killed predecessor needn't wait for their leases.
 */
export const beginWorker = async (
  name: string,
  cannotStart: string,
  { readModels = "none" }: { readModels?: "read" | "none" } = {},
) => {
  const config = startProcessOrExit();
  armFailpoints(config.FAILPOINTS, config.DATA_DIR);
  const log = createProcessLog(name, config.LOG_LEVEL);
  const mended = new EventEmitter();
  const clock = createProcessClock(config, log, () => mended.emit("mended"));
  const stores = await runOrExit(log, cannotStart, async () => {
    const opened = await openStores({
      config,
      clock,
      readModels,
      log,
      onBusFault: ({ error, ...fault }) =>
        log.warn({ ...fault, err: error }, "An event could not be turned into a job yet."),
    });
    await opened.check();
    return opened;
  });
  watchClock({ clock, log });
  const successorOf = process.env.JOBS_HOLDER;
  if (successorOf)
    await stores.workQueue.releaseLeases(successorOf).catch((err: unknown) => {
      log.warn({ err }, "Jobs of the previous process continue when their leases have run out.");
    });
  const { eventStore, stateStore, readStore } = stores;
  const asked = { eventStore, stateStore, readStore: readModels === "read" ? readStore : undefined };
  const door = await openProcessHealth({ config, log, stores: asked });
  door.addReasons(stores.busTroubles);
  door.addNotes(stores.busNotes);
  const observer =
    door.registry && (await import("#application/jobs/observe-jobs.ts")).createJobObserver(door.registry);
  const worker = workerName();
  return {
    config,
    log,
    clock,
    onClockMended: (act: () => void) => void mended.on("mended", act),
    stores,
    worker,
    holder: successorOf ?? worker,
    door,
    observer,
  };
};
