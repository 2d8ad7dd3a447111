import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "./start.ts";

/** The process that delivers reports and sends mails. */

await hostWorkers(deliverer, [deliverer]);
