import { join } from "node:path";
import { findEmbeddedStores } from "../config/engines.ts";
import { createFolderScratch } from "../folder/scratch.ts";
import { createHistoryKeeper } from "../history/history-keeper.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { Scratch } from "../ports/stores/scratch.ts";
import { lockFolderShared, makeDataFolder } from "../sqlite/files/folder-lock.ts";
import { type Buses, openBuses } from "./open-bus.ts";
import { openDocuments } from "./open-documents.ts";
import { openEvents } from "./open-events.ts";
import type { DocumentStores, RegisterClose, StoresOptions } from "./stores-options.ts";

export type Stores = DocumentStores &
  Buses & {
    eventStore: EventStore;
    /** Scratch storage, always on this machine: only its own process reads it. */
    scratch: Scratch;
    /**
     * Checks that all stores belong to one history; call it first.
     * @throws {HistoryDiffers}
     */
    check(readModels?: readonly string[]): Promise<void>;
    /** Abort followers and workers first. */
    close(): Promise<void>;
  };

/**
 * Opens a process's stores, once. Unset ones are embedded in the data folder, created if absent. Loads only the engines
 * in use (ADR 89).
 * @throws {BadConfiguration} an engine's address is invalid; names the setting
 * @throws {StoreBusy} {StoreUnwritable} an engine doesn't respond, or refuses the password
 * @throws {FolderInUse} a repair is at work on the folder
 * @throws {StoreDamaged} {StoreNewer} `events.db` or `state.db` can't be used; unusable read models are set aside by
 * their writer
 */
export const openStores = async (options: StoresOptions): Promise<Stores> => {
  const opened: Parameters<RegisterClose>[0][] = [];
  const keep: RegisterClose = (close) => void opened.unshift(close);
  const closeAll = async () => {
    for (const close of opened.splice(0)) await close();
  };
  try {
    lockFolder(options, keep);
    const documents = await openDocuments(options, keep);
    const bareEvents = await openEvents(options, keep);
    const { readStore, stateStore } = documents;
    const now = () => options.clock.wall();
    const history = createHistoryKeeper({ eventStore: bareEvents, stateStore, readStore, now });
    keep(history.close);
    const { eventStore, check } = history;
    const scratch = createFolderScratch({ folder: join(options.config.DATA_DIR, "scratch") });
    return {
      ...documents,
      eventStore,
      scratch,
      ...(await openBuses(options, { eventStore, stateStore })),
      check,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};

/** Locks the folder if it has stores: repairs work on no other. */
const lockFolder = ({ config }: StoresOptions, keep: RegisterClose): void => {
  const { events, documents } = findEmbeddedStores(config);
  if (events || documents) {
    const use = lockFolderShared(config.DATA_DIR);
    keep(() => use.release());
  } else makeDataFolder(config.DATA_DIR);
};
