import { join } from "node:path";
import { type BusFault, createFollowingBus } from "../bus/following-bus.ts";
import { createFolderFileStore } from "../folder/file-store.ts";
import { keepHistory } from "../history/keep-history.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventStore } from "../ports/event-store.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { MessageBus, OrderedBus } from "../ports/message-bus.ts";
import type { ReadStore } from "../ports/read-store.ts";
import type { StateStore } from "../ports/state-store.ts";
import type { Vault } from "../ports/vault.ts";
import type { WorkQueue } from "../ports/work-queue.ts";
import { createSqliteEventStore } from "./event-store.ts";
import { shareFolder } from "./folder-use.ts";
import { loadMasterKey } from "./master-key.ts";
import type { SetAside } from "./read-connection.ts";
import { createSqliteReadStore } from "./read-store.ts";
import { fileOf } from "./set-aside.ts";
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
  /** Here the same: the event store itself is the bus. */
  orderedBus: OrderedBus;
  fileStore: FileStore;
  /** Sees that all of them tell of one history; call it before anything is served or done. @throws {HistoryDiffers} */
  check(readModels?: readonly string[]): Promise<void>;
  /** Abort followers and workers first. */
  close(): Promise<void>;
};

/**
 * Every store that needs no server, below one folder that is made when absent; open it once per process.
 * `readModels`: 'write' in the projection process alone, 'read' where queries are answered, 'none' where a read store is never asked.
 * `masterKey` is 32 bytes in base64; without it `master.key` in the folder is used.
 * @throws {FolderInUse} a repair is at work on the folder
 * @throws {StoreDamaged} {StoreNewer} `events.db` or `state.db` cannot be used; such read models are set aside by who writes them
 */
export const openEmbeddedStores = (options: {
  dataDir: string;
  clock: Clock;
  masterKey?: string | undefined;
  readModels: "write" | "read" | "none";
  onBusFault?: (fault: BusFault) => void;
  /** Told when read models that cannot be used were put under another name. */
  onSetAside?: (what: SetAside) => void;
}): EmbeddedStores => {
  const { dataDir, clock, masterKey, readModels, onBusFault, onSetAside } = options;
  const use = shareFolder(dataDir);
  const opened: { close(): void }[] = [];
  const closing = <Opened extends { close(): void | Promise<void> }>(one: Opened): Opened => {
    opened.unshift({ close: () => void one.close() });
    return one;
  };
  try {
    const stateFile = fileOf(dataDir, "state");
    const key = loadMasterKey(dataDir, masterKey, stateFile);
    const state = closing(openStateDatabase(stateFile));
    const vault = createSqliteVault(state, key);
    const stateStore = createSqliteStateStore(state, clock);
    const bareEvents = closing(createSqliteEventStore({ file: fileOf(dataDir, "events") }));
    // A reader opens nothing before the first query, so 'none' costs nothing.
    const readStore = closing(
      createSqliteReadStore({
        file: fileOf(dataDir, "read-models"),
        readOnly: readModels !== "write",
        ...(onSetAside ? { onSetAside } : {}),
      }),
    );
    const history = keepHistory({ eventStore: bareEvents, stateStore, readStore, now: () => clock.wall() });
    const { eventStore } = history;
    const orderedBus = createFollowingBus({ eventStore, stateStore, ...(onBusFault ? { onFault: onBusFault } : {}) });
    return {
      eventStore,
      stateStore,
      workQueue: createSqliteWorkQueue(state, clock),
      vault,
      readStore,
      bus: orderedBus,
      orderedBus,
      fileStore: createFolderFileStore({ folder: join(dataDir, "files") }),
      check: history.check,
      async close() {
        await history.close();
        await readStore.close();
        await eventStore.close();
        state.close();
        use.release();
      },
    };
  } catch (error) {
    for (const one of opened) one.close();
    use.release();
    throw error;
  }
};
