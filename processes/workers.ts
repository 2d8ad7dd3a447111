import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "../deliverer/start.ts";
import { scheduler } from "../scheduler/start.ts";
import { upkeep } from "../upkeep/start.ts";

/** The process of `npm start` for services that mostly wait: each would cost as much memory by itself as all three together (ADR 104). */

await hostWorkers({ name: "workers", title: "The workers" }, [deliverer, scheduler, upkeep]);
