import type { Logger } from "pino";
import { readModelNames } from "#domain/read-models/versions.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { StoreDamaged } from "#infra/ports/store-errors.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";

/**
 * Opens and checks the stores of a process that answers people. Self-repairing read models don't block the start.
 * @throws see {@link Stores.check}
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
