import { parentPort, workerData } from "node:worker_threads";
import { troubleWithStores } from "./check-stores.ts";

/** The thread of {@link troubleWithStoresApart}. */

parentPort?.postMessage(await troubleWithStores(workerData));
