import { hostWorkers } from "#hosting/host-workers.ts";
import { scheduler } from "./start.ts";

await hostWorkers(scheduler, [scheduler]);
