import { join } from "node:path";
import { createFolderFileStore } from "../folder/file-store.ts";
import { getDatabasePath } from "../sqlite/files/quarantine.ts";
import type { OnLogKept } from "../sqlite/files/truncate-log.ts";
import { createSqliteWorkQueue } from "../sqlite/queue/work-queue.ts";
import { createSqliteReadStore } from "../sqlite/read-models/read-store.ts";
import { loadMasterKey } from "../sqlite/state/master-key.ts";
import { openStateDatabase } from "../sqlite/state/state-database.ts";
import { createSqliteStateStore } from "../sqlite/state/state-store.ts";
import { createSqliteVault } from "../sqlite/state/vault.ts";
import { openMongoDocuments } from "./open-mongo.ts";
import type { DocumentStores, RegisterClose, StoresOptions } from "./stores-options.ts";

/** Operators must know that erased values are still on the disk, and why. */
const erasedWarnings =
  (file: string, log: NonNullable<StoresOptions["log"]>): OnLogKept =>
  (what) => {
    if (what === "kept")
      log.warn(
        { store: file },
        `Data erased from ${file} is still in ${file}-wal: another program is reading the store (a backup?), or its disk can't be written to. Fix that. Sheaf keeps trying until the data is gone.`,
      );
    else log.info({ store: file }, `Data erased from ${file} is gone from ${file}-wal, too.`);
  };

const inDataFolder = (
  { config, clock, readModels, onQuarantined, log }: StoresOptions,
  keep: RegisterClose,
): DocumentStores => {
  const file = getDatabasePath(config.DATA_DIR, "state");
  const key = loadMasterKey(config.DATA_DIR, config.MASTER_KEY, file);
  const state = openStateDatabase(file, log && erasedWarnings(file, log));
  keep(() => state.close());
  // Nothing opens before the first query, so 'none' costs nothing.
  const readStore = createSqliteReadStore({
    file: getDatabasePath(config.DATA_DIR, "read-models"),
    readOnly: readModels !== "write",
    ...(onQuarantined ? { onQuarantined } : {}),
  });
  keep(readStore.close);
  return {
    stateStore: createSqliteStateStore(state, clock),
    workQueue: createSqliteWorkQueue(state, clock),
    vault: createSqliteVault(state, key),
    readStore,
    fileStore: createFolderFileStore({ folder: join(config.DATA_DIR, "files") }),
  };
};

export const openDocuments = async (options: StoresOptions, keep: RegisterClose): Promise<DocumentStores> => {
  const { MONGODB_URL: url } = options.config;
  return url === undefined ? inDataFolder(options, keep) : openMongoDocuments(url, options, keep);
};
