import { pino } from "pino";
import { armFailpoints } from "../app/failpoint.ts";
import { orGiveUp } from "../app/give-up.ts";
import { sayDiskTroubleOnce } from "../app/say-once.ts";
import { watchClock } from "../app/watch-clock.ts";
import { beginProcess } from "../config/begin-process.ts";
import { openEmbeddedStores } from "../sqlite/open-embedded.ts";
import { createSystemClock } from "../system/clock.ts";

/**
 * How every process that does jobs begins: settings, a log of its name, the watched clock, and its stores, seen to belong together.
 * Where that cannot be, the process ends with `cannotStart` and the reason.
 * @throws {BadConfiguration} naming every bad setting in a sentence
 */
export const beginWorker = async (name: string, cannotStart: string) => {
  const config = beginProcess();
  armFailpoints(config.FAILPOINTS, config.DATA_DIR);
  const log = pino({ name, level: config.LOG_LEVEL, hooks: sayDiskTroubleOnce() });
  const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
  const stores = await orGiveUp(log, cannotStart, async () => {
    const opened = openEmbeddedStores({
      dataDir: config.DATA_DIR,
      clock,
      masterKey: config.MASTER_KEY,
      readModels: "none",
      onBusFault: ({ error, ...fault }) =>
        log.warn({ ...fault, err: error }, "An event could not be turned into a job yet."),
    });
    await opened.check();
    return opened;
  });
  watchClock({ clock, log });
  return { config, log, clock, stores };
};
