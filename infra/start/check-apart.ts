import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";

/**
 * As `troubleWithStores`, in a thread of its own. The code of the stores takes 20 MiB, which go with the thread: the supervisor needs them only now.
 */
export const troubleWithStoresApart = (config: Config): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL("stores-thread.ts", import.meta.url), { workerData: config });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`The look at the stores ended with code ${code}.`)));
  });
