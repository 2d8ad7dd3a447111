import { join } from "node:path";
import type { Log } from "../app/log.ts";
import { type BusFault, createFollowingBus } from "../bus/following-bus.ts";
import type { Config } from "../config/config.ts";
import { createFolderFileStore } from "../folder/file-store.ts";
import { createFolderScratch } from "../folder/scratch.ts";
import { keepHistory } from "../history/keep-history.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventStore } from "../ports/event-store.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { MessageBus, OrderedBus } from "../ports/message-bus.ts";
import type { ReadStore } from "../ports/read-store.ts";
import type { Scratch } from "../ports/scratch.ts";
import type { StateStore } from "../ports/state-store.ts";
import type { Vault } from "../ports/vault.ts";
import type { WorkQueue } from "../ports/work-queue.ts";
import type { OnLogKept } from "../sqlite/empty-log.ts";
import { createSqliteEventStore } from "../sqlite/event-store.ts";
import { shareFolder } from "../sqlite/folder-use.ts";
import { loadMasterKey } from "../sqlite/master-key.ts";
import type { SetAside } from "../sqlite/read-connection.ts";
import { createSqliteReadStore } from "../sqlite/read-store.ts";
import { fileOf } from "../sqlite/set-aside.ts";
import { openStateDatabase } from "../sqlite/state-database.ts";
import { createSqliteStateStore } from "../sqlite/state-store.ts";
import { createSqliteVault } from "../sqlite/vault.ts";
import { createSqliteWorkQueue } from "../sqlite/work-queue.ts";

/** Every port behind which something is kept. */
export type Stores = {
  eventStore: EventStore;
  stateStore: StateStore;
  workQueue: WorkQueue;
  vault: Vault;
  readStore: ReadStore;
  bus: MessageBus;
  /** The event store itself, followed, whatever engine carries messages. */
  orderedBus: OrderedBus;
  fileStore: FileStore;
  scratch: Scratch;
  /** Sees that all of them tell of one history; call it before anything is served or done. @throws {HistoryDiffers} */
  check(readModels?: readonly string[]): Promise<void>;
  /** Abort followers and workers first. */
  close(): Promise<void>;
};

export type StoresOptions = {
  config: Pick<Config, "DATA_DIR"> & Partial<Pick<Config, "MASTER_KEY">>;
  clock: Clock;
  /** 'write' in the projection process alone, 'read' where queries are answered, 'none' where a read store is never asked. */
  readModels: "write" | "read" | "none";
  onBusFault?: (fault: BusFault) => void;
  /** Told when read models that cannot be used were put under another name. */
  onSetAside?: (what: SetAside) => void;
  /** Told in words when what was erased cannot leave the log of `state.db` for a while, and when it has ({@link sayErased}). */
  log?: Pick<Log, "warn" | "info">;
};

/**
 * Opens all that a process keeps things in, by its settings; once per process. Each of the functions below opens what one engine keeps, and
 * is told nothing of the others: today all three are embedded, in one folder that is made when absent.
 * @throws {FolderInUse} a repair is at work on the folder
 * @throws {StoreDamaged} {StoreNewer} `events.db` or `state.db` cannot be used; such read models are set aside by who writes them
 */
export const openStores = async (options: StoresOptions): Promise<Stores> => {
  const opened: Closing[] = [];
  const keep: Keep = (close) => void opened.unshift(close);
  const closeAll = async () => {
    for (const close of opened.splice(0)) await close();
  };
  try {
    const use = shareFolder(options.config.DATA_DIR);
    keep(() => use.release());
    const documents = openDocuments(options, keep);
    const bareEvents = openEvents(options, keep);
    const { readStore, stateStore } = documents;
    const now = () => options.clock.wall();
    const history = keepHistory({ eventStore: bareEvents, stateStore, readStore, now });
    keep(history.close);
    const { eventStore, check } = history;
    return { ...documents, eventStore, ...openBuses(options, { eventStore, stateStore }), check, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
};

type Closing = () => void | Promise<void>;
/** What is kept last is closed first. */
type Keep = (close: Closing) => void;

const openEvents = ({ config }: StoresOptions, keep: Keep): EventStore => {
  const eventStore = createSqliteEventStore({ file: fileOf(config.DATA_DIR, "events") });
  keep(eventStore.close);
  return eventStore;
};

type Documents = Pick<Stores, "stateStore" | "workQueue" | "vault" | "readStore" | "fileStore" | "scratch">;

/** An operator must know that values which were erased are still on the disk, and what keeps them there. */
const sayErased =
  (file: string, log: NonNullable<StoresOptions["log"]>): OnLogKept =>
  (what) => {
    if (what === "kept")
      log.warn(
        { store: file },
        `What was erased from ${file} still stands in ${file}-wal: another program reads the store (a backup?), or its disk takes no writes. End that; it is tried again until it is gone.`,
      );
    else log.info({ store: file }, `What was erased from ${file} is gone from ${file}-wal, too.`);
  };

const openDocuments = ({ config, clock, readModels, onSetAside, log }: StoresOptions, keep: Keep): Documents => {
  const file = fileOf(config.DATA_DIR, "state");
  const key = loadMasterKey(config.DATA_DIR, config.MASTER_KEY, file);
  const state = openStateDatabase(file, log && sayErased(file, log));
  keep(() => state.close());
  // A reader opens nothing before the first query, so 'none' costs nothing.
  const readStore = createSqliteReadStore({
    file: fileOf(config.DATA_DIR, "read-models"),
    readOnly: readModels !== "write",
    ...(onSetAside ? { onSetAside } : {}),
  });
  keep(readStore.close);
  return {
    stateStore: createSqliteStateStore(state, clock),
    workQueue: createSqliteWorkQueue(state, clock),
    vault: createSqliteVault(state, key),
    readStore,
    fileStore: createFolderFileStore({ folder: join(config.DATA_DIR, "files") }),
    scratch: createFolderScratch({ folder: join(config.DATA_DIR, "scratch") }),
  };
};

/** Here both are the same. */
const openBuses = ({ onBusFault }: StoresOptions, from: Pick<Stores, "eventStore" | "stateStore">) => {
  const orderedBus = createFollowingBus({ ...from, ...(onBusFault ? { onFault: onBusFault } : {}) });
  return { bus: orderedBus satisfies MessageBus, orderedBus };
};
