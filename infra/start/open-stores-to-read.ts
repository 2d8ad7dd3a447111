import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { StoreDamaged } from "../ports/busy.ts";
import type { Clock } from "../ports/clock.ts";
import { openStores, type Stores } from "./open-stores.ts";
import { readModelNames } from "./read-model-names.ts";

/**
 * The stores of a process that answers people, seen to belong together. Read models that mend themselves may do so while it serves.
 * @throws what no process can start with: see {@link Stores.check}
 */
export const openStoresToRead = async (options: { config: Config; clock: Clock; log: Logger }): Promise<Stores> => {
  const { log } = options;
  const opened = await openStores({
    ...options,
    readModels: "read",
    onBusFault: (fault) => log.error(fault, "the message bus stumbled"),
  });
  await opened.check(readModelNames).catch((error: unknown) => {
    if (!(error instanceof StoreDamaged && error.mendsItself)) throw error;
  });
  return opened;
};
