import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createFolderFileStore } from "../folder/file-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventStore } from "../ports/event-store.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import type { ReadStore } from "../ports/read-store.ts";
import type { StateStore } from "../ports/state-store.ts";
import type { Vault } from "../ports/vault.ts";
import type { WorkQueue } from "../ports/work-queue.ts";
import { createSqliteEventStore } from "./event-store.ts";
import { type BusFault, createFollowingBus } from "./following-bus.ts";
import { loadMasterKey } from "./master-key.ts";
import { createSqliteReadStore } from "./read-store.ts";
import { openStateDatabase } from "./state-database.ts";
import { createSqliteStateStore } from "./state-store.ts";
import { createSqliteVault } from "./vault.ts";
import { createSqliteWorkQueue } from "./work-queue.ts";

export type EmbeddedStores = {
  eventStore: EventStore;
  stateStore: StateStore;
  workQueue: WorkQueue;
  vault: Vault;
  readStore: ReadStore;
  bus: MessageBus;
  fileStore: FileStore;
  /** Abort followers and workers first. */
  close(): Promise<void>;
};

/**
 * Every store that needs no server, below one folder that is made when absent; open it once per process.
 * `readModels`: 'write' in the projection process alone, 'read' where queries are answered, 'none' where a read store is never asked.
 * `masterKey` is 32 bytes in base64; without it `master.key` in the folder is used.
 */
export const openEmbeddedStores = (options: {
  dataDir: string;
  clock: Clock;
  masterKey?: string | undefined;
  readModels: "write" | "read" | "none";
  onBusFault?: (fault: BusFault) => void;
}): EmbeddedStores => {
  const { dataDir, clock, masterKey, readModels, onBusFault } = options;
  mkdirSync(dataDir, { recursive: true });
  const stateFile = join(dataDir, "state.db");
  const key = loadMasterKey(dataDir, masterKey, stateFile);
  const state = openStateDatabase(stateFile);
  const vault = createSqliteVault(state, key);
  const stateStore = createSqliteStateStore(state, clock);
  const eventStore = createSqliteEventStore({ file: join(dataDir, "events.db") });
  // A reader opens nothing before the first query, so 'none' costs nothing.
  const readStore = createSqliteReadStore({ file: join(dataDir, "read-models.db"), readOnly: readModels !== "write" });
  return {
    eventStore,
    stateStore,
    workQueue: createSqliteWorkQueue(state, clock),
    vault,
    readStore,
    bus: createFollowingBus({ eventStore, stateStore, ...(onBusFault ? { onFault: onBusFault } : {}) }),
    fileStore: createFolderFileStore({ folder: join(dataDir, "files") }),
    async close() {
      await readStore.close();
      await eventStore.close();
      state.close();
    },
  };
};
