import type { FakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

/** All stores of a test. `parts`: the number of partitions of the read models (ADR 89). */
export type StoresForTests = Pick<
  Stores,
  "eventStore" | "readStore" | "stateStore" | "vault" | "workQueue" | "fileStore" | "close"
> & { parts: number };

/** Stores of one test or test file, which go by its clock and are closed with it. */
export type OpenStores = (clock: FakeClock) => Promise<StoresForTests>;

export const memoryStores: OpenStores = async (clock) => ({
  eventStore: createMemoryEventStore(),
  readStore: createMemoryReadStore(),
  stateStore: createMemoryStateStore(clock),
  vault: createMemoryVault(),
  workQueue: createMemoryWorkQueue(clock),
  fileStore: createMemoryFileStore(),
  parts: 1,
  close: async () => {},
});
