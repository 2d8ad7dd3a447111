import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "./start.ts";

/** The process that hands out: hears of what is to be sent, and sends it. */

await hostWorkers(deliverer, [deliverer]);
