import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { openEmbeddedStores } from "../sqlite/open-embedded.ts";
import { createSystemClock } from "../system/clock.ts";

const written = ["events.db", "state.db", "read-models.db", "files", "files/parts"];

/** Our own errors are sentences that say what to do; what the system says needs one around it. */
const explained = (error: unknown, dataDir: string): string => {
  const message = error instanceof Error ? error.message : String(error);
  return /[.]$/.test(message)
    ? message
    : `DATA_DIR: the stores in ${dataDir} cannot be used (${message}). See that the folder and its files can be written and that the disk is not full.`;
};

/**
 * Opens, writes and closes the stores once, so that a wrong key, a file of a newer version, a full disk or a folder that cannot be
 * written stops the start with one sentence instead of every process in turn. Answers the sentence; undefined when all is well.
 */
export const troubleWithStores = async (config: Config): Promise<string | undefined> => {
  try {
    const stores = openEmbeddedStores({
      dataDir: config.DATA_DIR,
      clock: createSystemClock({ fixedNow: config.CLOCK_NOW }),
      masterKey: config.MASTER_KEY,
      readModels: "none",
    });
    for (const path of written.map((name) => join(config.DATA_DIR, name)))
      if (existsSync(path)) accessSync(path, constants.W_OK);
    await stores.stateStore.put("last-start", new Date().toISOString());
    await stores.close();
    return undefined;
  } catch (error) {
    return explained(error, config.DATA_DIR);
  }
};
