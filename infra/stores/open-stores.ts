import { join } from "node:path";
import { inFolder } from "../config/engines.ts";
import { createFolderScratch } from "../folder/scratch.ts";
import { keepHistory } from "../history/keep-history.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { Scratch } from "../ports/stores/scratch.ts";
import { makeDataFolder, shareFolder } from "../sqlite/files/folder-use.ts";
import { type Buses, openBuses } from "./open-bus.ts";
import { openDocuments } from "./open-documents.ts";
import { openEvents } from "./open-events.ts";
import type { Documents, Keep, StoresOptions } from "./opening.ts";

/** Every port behind which something is kept. */
export type Stores = Documents &
  Buses & {
    eventStore: EventStore;
    /** Of this machine, whatever engine keeps the rest: nobody else ever reads it. */
    scratch: Scratch;
    /** Sees that all of them tell of one history; call it before anything is served or done. @throws {HistoryDiffers} */
    check(readModels?: readonly string[]): Promise<void>;
    /** Abort followers and workers first. */
    close(): Promise<void>;
  };

/**
 * Opens all that a process keeps things in, by its settings; once per process. One function for what each engine keeps: events, documents,
 * messages, each told nothing of the others. What no setting names is embedded, in the data folder, which is made when absent; only those
 * engines are loaded that are used (ADR 89).
 * @throws {BadConfiguration} the address of an engine is none; in a sentence that names the setting
 * @throws {StoreBusy} {StoreUnwritable} an engine does not answer, or refuses the password
 * @throws {FolderInUse} a repair is at work on the folder
 * @throws {StoreDamaged} {StoreNewer} `events.db` or `state.db` cannot be used; such read models are set aside by who writes them
 */
export const openStores = async (options: StoresOptions): Promise<Stores> => {
  const opened: Parameters<Keep>[0][] = [];
  const keep: Keep = (close) => void opened.unshift(close);
  const closeAll = async () => {
    for (const close of opened.splice(0)) await close();
  };
  try {
    takeFolder(options, keep);
    const documents = await openDocuments(options, keep);
    const bareEvents = await openEvents(options, keep);
    const { readStore, stateStore } = documents;
    const now = () => options.clock.wall();
    const history = keepHistory({ eventStore: bareEvents, stateStore, readStore, now });
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

/** A folder in which no store is has nothing that a repair could be at work on. */
const takeFolder = ({ config }: StoresOptions, keep: Keep): void => {
  const { events, documents } = inFolder(config);
  if (events || documents) {
    const use = shareFolder(config.DATA_DIR);
    keep(() => use.release());
  } else makeDataFolder(config.DATA_DIR);
};
