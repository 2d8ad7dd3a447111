import { armFailpoints } from "#application/process/failpoint.ts";
import { BadConfiguration, type Config } from "#infra/config/config.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { startProcess } from "#infra/config/start-process.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { explainError } from "../explain-error.ts";
import { repairExternalEngines } from "./external-engines.ts";
import { type Repaired, repair } from "./repair.ts";

/**
 * `npm run repair [-- --mend | --end-sessions | --try-again]`: see docs/operations.md. Exits with 1 while something
 * disagrees.
 */

const endings: Record<Repaired, string> = {
  "in-order": "All stores belong together. There is nothing to repair.",
  mended: "The stores belong together again. Start Sheaf.",
  "jobs-missing": `All stores belong together. Nothing was changed; run '${operatorCommand("repair", "--mend")}' to have these exports made. It changes nothing else.`,
  "other-key": "The stores belong together, but Sheaf does not start with this master key.",
  disagrees: `Nothing was changed. Restore a backup of all stores, or copy the folder and run '${operatorCommand("repair", "--mend")}' to continue with what events.db has. Every shop must then log in again.`,
};

const externalEngineEndings: Partial<Record<Repaired, string>> = {
  disagrees:
    "Nothing was changed. Restore backups of EventStoreDB and MongoDB that belong together (docs/operations.md, Over engines that others keep).",
};

const args = process.argv.slice(2);
const unknown = args.find((argument) => !["--mend", "--end-sessions", "--try-again"].includes(argument));

const hasExternalEngines = (config: Config): boolean => {
  const { events, documents } = findEmbeddedStores(config);
  return !events || !documents;
};

const begin = (): Config => {
  if (unknown !== undefined)
    throw new BadConfiguration(`'${unknown}' is not an option. Use --mend, --end-sessions, --try-again, or none.`);
  const config = startProcess();
  if (hasExternalEngines(config) && args.includes("--mend"))
    throw new BadConfiguration(
      `--mend makes events and state agree that are both in DATA_DIR, and ${config.MONGODB_URL === undefined ? "EVENTSTORE_URL" : "MONGODB_URL"} is set. Restore a backup of that engine (docs/operations.md), or run the repair without --mend to see what disagrees.`,
    );
  return config;
};

/** An error without a sentence is a bug of ours; its stack helps. */
const giveUp = (problem: unknown): void => {
  console.error(problem);
  process.exitCode = 1;
};

const run = async (config: Config): Promise<void> => {
  try {
    armFailpoints(config.FAILPOINTS, config.DATA_DIR);
    const asked = {
      clock: createSystemClock({ fixedNow: config.CLOCK_NOW }),
      endSessions: args.includes("--end-sessions"),
      tryAgain: args.includes("--try-again"),
      say: (line: string) => console.log(line),
    };
    const isElsewhere = hasExternalEngines(config);
    const outcome = isElsewhere
      ? await repairExternalEngines({ ...asked, config })
      : await repair({
          ...asked,
          dataDir: config.DATA_DIR,
          ids: createSystemIds(),
          masterKey: config.MASTER_KEY,
          mend: args.includes("--mend"),
        });
    console.log((isElsewhere && externalEngineEndings[outcome]) || endings[outcome]);
    process.exitCode = outcome === "in-order" || outcome === "mended" ? 0 : 1;
  } catch (error) {
    const message = error instanceof BadConfiguration ? error.message : undefined;
    giveUp(message ?? explainError(error, config.DATA_DIR, "run the repair again") ?? error);
  }
};

try {
  await run(begin());
} catch (error) {
  giveUp(error instanceof BadConfiguration ? error.message : error);
}
