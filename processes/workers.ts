import { hostWorkers } from "#hosting/host-workers.ts";
import { deliverer } from "../deliverer/start.ts";
import { scheduler } from "../scheduler/start.ts";
import { upkeep } from "../upkeep/start.ts";

/** One process for the services that mostly wait: three would need three times the memory (ADR 104). */

await hostWorkers({ name: "workers", title: "The workers" }, [deliverer, scheduler, upkeep]);
