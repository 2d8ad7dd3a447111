import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../../folder/make-folder.ts";
import { operatorCommand } from "../../ports/operator-command.ts";
import { StoreDamaged } from "../../ports/store-errors.ts";
import { toDamageError } from "../damage.ts";
import { blockUntilFree } from "../database.ts";
import { busyTimeoutMs, isBusy, toDiskError } from "../locks.ts";

class FolderInUse extends Error {
  override name = "FolderInUse";
}

/** The folder can't be created, or its lock file isn't one. */
class FolderUnusable extends Error {
  override name = "FolderUnusable";
}

export type FolderLock = { release(): void };

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** An empty file whose locks tell who uses the folder. The system releases them with the process. */
const lockFileOf = (dataDir: string): string => join(dataDir, "in-use.lock");
/** Path of the lock file for the demo stores' process. */
const demoLockFileOf = (dataDir: string): string => join(dataDir, "demo-store.lock");

/** @throws {FolderUnusable} */
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

/** Deleting the lock file loses nothing: it is empty. */
const explainError = (file: string, error: unknown): unknown => {
  const explained = toDamageError(file, error);
  if (explained instanceof StoreDamaged || isFolder(file))
    return new FolderUnusable(
      `${file} was not made by Sheaf. It holds nothing that Sheaf needs: delete it, then start again.`,
      {
        cause: error,
      },
    );
  return toDiskError(error, file) ?? explained;
};

const take = (
  dataDir: string,
  lock: (db: DatabaseSync, file: string) => void,
  refusal: () => string,
  file = lockFileOf(dataDir),
): FolderLock => {
  makeDataFolder(dataDir);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: busyTimeoutMs });
    lock(db, file);
    // Locking alone doesn't show that it is a database.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    db?.close();
    throw isBusy(error) ? new FolderInUse(refusal()) : explainError(file, error);
  }
  const held = db;
  return {
    release: () => {
      if (held.isOpen) held.close();
    },
  };
};

/** The transaction never ends, and holds the lock. */
const share = (db: DatabaseSync): void => {
  if (!db.isTransaction) db.exec("BEGIN");
  db.exec("SELECT count(*) FROM sqlite_schema");
};

/**
 * `then`: what to do after a repair.
 * @throws {FolderInUse} a repair or a move has exclusive use
 * @throws {FolderUnusable} {StoreUnwritable}
 */
export const lockFolderShared = (dataDir: string, then: "Start Sheaf" | "Run the backup" = "Start Sheaf"): FolderLock =>
  take(
    dataDir,
    (db, file) => blockUntilFree(file, () => share(db), 2_000),
    () =>
      `'${operatorCommand("repair")}' or '${operatorCommand("move")}' is at work on ${dataDir}. ${then} again when it is done.`,
  );

/** The journal stays in memory: a file would survive a kill. */
const exclude = (db: DatabaseSync): void => {
  if (!db.isTransaction) db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
};

/** True if a repair or move holds the lock; Sheaf only shares it. */
const isLockedExclusively = (dataDir: string): boolean => {
  const db = new DatabaseSync(lockFileOf(dataDir), { timeout: busyTimeoutMs });
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
 * `command`: to run again if the folder is in use.
 * @throws {FolderInUse} a Sheaf process, a backup, a repair or a move uses it
 * @throws {FolderUnusable} {StoreUnwritable}
 */
export const lockFolderExclusively = (dataDir: string, command: "repair" | "move" = "repair"): FolderLock =>
  take(dataDir, exclude, () =>
    isLockedExclusively(dataDir)
      ? `Another '${operatorCommand("repair")}' or '${operatorCommand("move")}' is at work on ${dataDir}. Wait until it is done.`
      : `Sheaf is running on ${dataDir}, or a backup of it is being made. Stop it first, then run '${operatorCommand(command)}' again.`,
  );

/**
 * Two users would disagree about a shop.
 * @throws {FolderInUse} another Sheaf has the demo stores
 * @throws {FolderUnusable} {StoreUnwritable}
 */
export const lockDemoStore = (dataDir: string): FolderLock =>
  take(
    dataDir,
    (db, file) => blockUntilFree(file, () => exclude(db), 2_000),
    () =>
      `Another Sheaf with demo stores runs on ${dataDir}. Stop it, or set DATA_DIR to another folder; or let this one use its demo stores: set STORE_URL_TEMPLATE to http://localhost:<port>/{shop}, <port> being the other's DEMO_STORE_PORT.`,
    demoLockFileOf(dataDir),
  );
