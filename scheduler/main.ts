import { hostWorkers } from "#hosting/host-workers.ts";
import { scheduler } from "./start.ts";

/** The process that knows when automated reports are due, claims their slots and leads their runs to an end. */

await hostWorkers(scheduler, [scheduler]);
