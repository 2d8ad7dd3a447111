import { hostWorkers } from "#hosting/host-workers.ts";
import { scheduler } from "./start.ts";

/** The process that claims slots of automated reports when they are due and completes their runs. */

await hostWorkers(scheduler, [scheduler]);
