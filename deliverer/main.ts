import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "./start.ts";

/** Delivers reports and sends mails. */

await hostWorkers(deliverer, [deliverer]);
