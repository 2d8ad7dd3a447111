import { join } from "node:path";
import { createFolderFileStore } from "#infra/folder/file-store.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { loadMasterKey } from "#infra/sqlite/state/master-key.ts";
import { createMovableState } from "#infra/sqlite/state/movable-state.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { createSqliteVault } from "#infra/sqlite/state/vault.ts";
import type { Side } from "./side.ts";

type Opened<Part> = Part & { close(): Promise<void> };
export type Events = Opened<Pick<Side, "eventStore">>;
export type Documents = Opened<Pick<Side, "documents" | "stateStore" | "fileStore" | "readStore">>;

export const eventsInFolder = (folder: string): Events => {
  const eventStore = createSqliteEventStore({ file: getDatabasePath(folder, "events") });
  return { eventStore, close: eventStore.close };
};

/**
 * Opens a data folder's documents.
 * @throws {Error} {MasterKeyUnusable} the master key is missing or wrong; with a message for the operator
 */
export const documentsInFolder = (folder: string, masterKey: string | undefined, clock: Clock): Documents => {
  const file = getDatabasePath(folder, "state");
  const key = loadMasterKey(folder, masterKey, file);
  const state = openStateDatabase(file);
  const close = async () => state.close();
  try {
    // Verifies the key, or records it if none is recorded yet.
    createSqliteVault(state, key);
  } catch (error) {
    state.close();
    throw error;
  }
  return {
    documents: createMovableState(state, clock),
    stateStore: createSqliteStateStore(state, clock),
    fileStore: createFolderFileStore({ folder: join(folder, "files") }),
    close,
  };
};
