import { startProcessOrExit } from "#infra/config/start-process.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { explainError } from "../explain-error.ts";
import { readArguments } from "./arguments.ts";
import { backUp } from "./backup.ts";
import { CannotBackUp } from "./target.ts";

/**
 * `npm run backup -- FOLDER [--without-reports]`: see docs/operations.md. Exits with 0 if FOLDER is a complete backup.
 */

const config = startProcessOrExit();

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => stopping.abort(new CannotBackUp("The backup was stopped. Nothing is left of it.")));

try {
  const asked = readArguments(process.argv.slice(2));
  const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
  await backUp({ ...asked, config, clock, signal: stopping.signal, say: (line) => console.log(line) });
} catch (error) {
  // An error without a sentence is a bug of ours; its stack helps.
  console.error(explainError(error, config.DATA_DIR, "run the backup again") ?? error);
  process.exitCode = 1;
}
