import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { syncFolder } from "../../folder/sync-folder.ts";
import { toDiskError } from "../locks.ts";
import { removeDatabase, sidecarSuffixes } from "./quarantine.ts";

type Schema = { version: number; sql: string };

const temporaryPrefixOf = (file: string): string => `${file}.new-`;

/**
 * Writes a database beside its place, so that a kill leaves nothing half made. It is in WAL mode, as switching in place
 * would briefly use a rollback journal. Synced on return.
 */
export const writeTemporaryDatabase = <T>(draft: string, schema: Schema, fill: (target: DatabaseSync) => T): T => {
  // Tables are filled in turn, whatever their foreign keys.
  const target = new DatabaseSync(draft, { enableForeignKeyConstraints: false });
  try {
    // A log is useless until the file is complete, and doubles its space.
    target.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; ${schema.sql}`);
    const filled = fill(target);
    target.exec(`PRAGMA user_version = ${schema.version}; COMMIT; PRAGMA journal_mode = WAL`);
    target.close();
    syncFile(draft);
    return filled;
  } finally {
    if (target.isOpen) target.close();
  }
};

const syncFile = (file: string): void => {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Killed processes leave some. A live process without its draft makes the file in place. */
export const removeTemporaryFiles = (file: string): void => {
  const [folder, start] = [dirname(file), basename(temporaryPrefixOf(file))];
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.startsWith(start)) removeDatabase(join(folder, name));
};

/**
 * Atomic: a link doesn't replace, so the first process wins. If linking fails, or a log is left over, SQLite creates
 * the file in place later, under its own locks.
 * @throws {StoreUnwritable}
 */
export const createFile = (file: string, schema: Schema): void => {
  if (["", ...sidecarSuffixes].some((ending) => existsSync(file + ending))) return;
  const draft = temporaryPrefixOf(file) + randomUUID();
  try {
    writeTemporaryDatabase(draft, schema, () => undefined);
    linkSync(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    if (error instanceof Error && "errcode" in error && existsSync(draft)) throw toDiskError(error, file) ?? error;
  } finally {
    removeDatabase(draft);
  }
};
