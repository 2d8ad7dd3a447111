import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../../folder/make-folder.ts";
import { StoreDamaged } from "../../ports/busy.ts";
import { operatorCommand } from "../../ports/operator-command.ts";
import { orDamaged } from "../damage.ts";
import { patiently } from "../database.ts";
import { busyTimeoutMs, diskTrouble, isBusy } from "../locks.ts";

/** Thrown when a data folder cannot be used now, because of who uses it. */
class FolderInUse extends Error {
  override name = "FolderInUse";
}

/** Thrown when nobody can say who uses a data folder: it cannot be made, or what stands in the place of its lock is none. */
class FolderUnusable extends Error {
  override name = "FolderUnusable";
}

export type FolderUse = { release(): void };

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A file without content whose locks say who uses the folder. The system lets them go with the process, however it ends. */
const lockOf = (dataDir: string): string => join(dataDir, "in-use.lock");
/** The same of who runs the demo stores. */
const demoLockOf = (dataDir: string): string => join(dataDir, "demo-store.lock");

/** Makes the data folder where it is absent. @throws {FolderUnusable} */
export const makeDataFolder = (dataDir: string): void => {
  try {
    if (statSync(dataDir, { throwIfNoEntry: false })?.isFile())
      throw new FolderUnusable(`DATA_DIR: ${dataDir} is a file. Set DATA_DIR to a folder that can be written.`);
    makeFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderUnusable) throw error;
    throw new FolderUnusable(
      `DATA_DIR: the folder ${dataDir} cannot be made (${error instanceof Error ? error.message : String(error)}). Set DATA_DIR to a folder that can be written.`,
      { cause: error },
    );
  }
};

/** Ours in place of what the system says of the lock file. It holds nothing, so that nothing is lost with it. */
const explained = (file: string, error: unknown): unknown => {
  const told = orDamaged(file, error);
  if (told instanceof StoreDamaged || isFolder(file))
    return new FolderUnusable(
      `${file} was not made by Sheaf. It holds nothing that Sheaf needs: delete it, then start again.`,
      {
        cause: error,
      },
    );
  return diskTrouble(error, file) ?? told;
};

const take = (
  dataDir: string,
  lock: (db: DatabaseSync, file: string) => void,
  refusal: () => string,
  file = lockOf(dataDir),
): FolderUse => {
  makeDataFolder(dataDir);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: busyTimeoutMs });
    lock(db, file);
    // A lock alone does not look at the file: what is none shows when it is read.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    db?.close();
    throw isBusy(error) ? new FolderInUse(refusal()) : explained(file, error);
  }
  const held = db;
  return {
    release: () => {
      if (held.isOpen) held.close();
    },
  };
};

/** Holds the shared lock until the transaction ends, which is never. */
const share = (db: DatabaseSync): void => {
  if (!db.isTransaction) db.exec("BEGIN");
  db.exec("SELECT count(*) FROM sqlite_schema");
};

/**
 * Uses a folder beside others that do, until it is released. `then`: what to do again when a repair is done.
 * @throws {FolderInUse} a repair or a move has it for itself
 * @throws {FolderUnusable} {StoreUnwritable}
 */
export const shareFolder = (dataDir: string, then: "Start Sheaf" | "Run the backup" = "Start Sheaf"): FolderUse =>
  take(
    dataDir,
    (db, file) => patiently(file, () => share(db), 2_000),
    () =>
      `'${operatorCommand("repair")}' or '${operatorCommand("move")}' is at work on ${dataDir}. ${then} again when it is done.`,
  );

/** A writer to a file without content would keep a journal beside it for as long, and leave it when it is killed. */
const exclude = (db: DatabaseSync): void => {
  if (!db.isTransaction) db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
};

/** Who has the folder for itself lets nobody share it; Sheaf does. */
const isClaimed = (dataDir: string): boolean => {
  const db = new DatabaseSync(lockOf(dataDir), { timeout: busyTimeoutMs });
  try {
    share(db);
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
};

/**
 * Has a folder alone, until it is released. `command`: what is to be run again when somebody else uses it.
 * @throws {FolderInUse} a process of Sheaf uses it, a backup among them, or a repair or a move
 * @throws {FolderUnusable} {StoreUnwritable}
 */
export const claimFolder = (dataDir: string, command: "repair" | "move" = "repair"): FolderUse =>
  take(dataDir, exclude, () =>
    isClaimed(dataDir)
      ? `Another '${operatorCommand("repair")}' or '${operatorCommand("move")}' is at work on ${dataDir}. Wait until it is done.`
      : `Sheaf is running on ${dataDir}, or a backup of it is being made. Stop it first, then run '${operatorCommand(command)}' again.`,
  );

/**
 * Has the demo stores of a folder alone, until it is released: what two of them tell of one shop would not agree.
 * @throws {FolderInUse} another Sheaf has them
 * @throws {FolderUnusable} {StoreUnwritable}
 */
export const claimDemoStore = (dataDir: string): FolderUse =>
  take(
    dataDir,
    (db, file) => patiently(file, () => exclude(db), 2_000),
    () =>
      `Another Sheaf with demo stores runs on ${dataDir}. Stop it, or set DATA_DIR to another folder; or let this one use its demo stores: set STORE_URL_TEMPLATE to http://localhost:<port>/{shop}, <port> being the other's DEMO_STORE_PORT.`,
    demoLockOf(dataDir),
  );
