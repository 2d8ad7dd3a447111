import { engines } from "#tests/contract/support/adapters.ts";
import { memoryStores, type OpenStores } from "./stores-for-tests.ts";

/**
 * The stores of most tests: memory, or EventStoreDB and MongoDB in the engine tier, for the test files that it lists.
 */
export const storesOfRun: OpenStores =
  engines === "embedded"
    ? memoryStores
    : async (clock) => (await import("#tests/engines/engine-stores.ts")).engineStores(clock);
