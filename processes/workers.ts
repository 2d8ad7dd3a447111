import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "../deliverer/start.ts";
import { scheduler } from "../scheduler/start.ts";
import { upkeep } from "../upkeep/start.ts";

/** One process of `npm start` for the services that mostly wait. Each alone would need as much memory as all three together (ADR 104). */

await hostWorkers({ name: "workers", title: "The workers" }, [deliverer, scheduler, upkeep]);
