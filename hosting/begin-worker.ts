import { EventEmitter } from "node:events";
import { armFailpoints } from "#application/process/failpoint.ts";
import { orGiveUp } from "#application/process/give-up.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { beginOrEnd } from "#infra/config/begin-process.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { openOwnDoor } from "./alone.ts";
import { trustedClockOf } from "./watch-trust.ts";
import { workerName } from "./worker-name.ts";

/**
 * How every process that does jobs begins: settings, a log of its name, the watched clock, its stores, seen to belong together, and, where
 * it is started by itself, its door. Where that cannot be, the process ends with `cannotStart` and the reason. `holder` is its name in leases,
 * `worker` its own, and `observer` counts its jobs where metrics are shown.
 * `onClockMended`: told when the machine's clock is right again, after it was ahead.
 * `readModels`: whether it asks them for anything.
 * JOBS_HOLDER: given by a supervisor that lets only one such process live at a time, so that what one that was killed was at need not wait
 * for its leases.
 */
export const beginWorker = async (
  name: string,
  cannotStart: string,
  { readModels = "none" }: { readModels?: "read" | "none" } = {},
) => {
  const config = beginOrEnd();
  armFailpoints(config.FAILPOINTS, config.DATA_DIR);
  const log = createProcessLog(name, config.LOG_LEVEL);
  const mended = new EventEmitter();
  const clock = trustedClockOf(config, log, () => mended.emit("mended"));
  const stores = await orGiveUp(log, cannotStart, async () => {
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
    await stores.workQueue.letGo(successorOf).catch((err: unknown) => {
      log.warn({ err }, "Jobs of the previous process continue when their leases have run out.");
    });
  const { eventStore, stateStore, readStore } = stores;
  const asked = { eventStore, stateStore, readStore: readModels === "read" ? readStore : undefined };
  const door = await openOwnDoor({ config, log, stores: asked });
  door.watch(stores.busTroubles);
  door.note(stores.busNotes);
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
