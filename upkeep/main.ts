import { hostWorkers } from "#hosting/host-workers.ts";
import { upkeep } from "./start.ts";

/** The process that runs maintenance for shops. */

await hostWorkers(upkeep, [upkeep]);
