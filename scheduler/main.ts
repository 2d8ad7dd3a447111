import { hostWorkers } from "#hosting/host-workers.ts";
import { scheduler } from "./start.ts";

/** Claims due slots of automated reports and completes their runs. */

await hostWorkers(scheduler, [scheduler]);
