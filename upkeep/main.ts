import { hostWorkers } from "#hosting/host-workers.ts";
import { upkeep } from "./start.ts";

/** The process that sees to what a shop needs without being asked. */

await hostWorkers(upkeep, [upkeep]);
