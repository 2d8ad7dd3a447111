import { engines } from "#tests/contract/support/adapters.ts";
import { memoryStores, type OpenStores } from "./stores-for-tests.ts";

/** For test files that the tier of engines has, too: in memory, or over EventStoreDB and MongoDB where these are what the run is about. */
export const storesOfRun: OpenStores =
  engines === "embedded"
    ? memoryStores
    : async (clock) => (await import("#tests/engines/engine-stores.ts")).engineStores(clock);
