import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "./start.ts";

await hostWorkers(deliverer, [deliverer]);
