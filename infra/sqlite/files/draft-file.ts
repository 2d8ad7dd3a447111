import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { syncFolder } from "../../folder/sync-folder.ts";
import { diskTrouble } from "../locks.ts";
import { besides, removeDatabase } from "./set-aside.ts";

/** A `Schema` of database.ts. */
type Schema = { version: number; sql: string };

const newOf = (file: string): string => `${file}.new-`;

/**
 * Writes a database under a name that nobody reads, so that a kill leaves nothing half made under the name it is for: with tables, what `fill` puts
 * into them, and switched to WAL, which in place would be a moment with a rollback journal. It is on the disk when this returns.
 */
export const writeDraft = <T>(draft: string, schema: Schema, fill: (target: DatabaseSync) => T): T => {
  // Tables are filled one after the other, whatever of them points to another.
  const target = new DatabaseSync(draft, { enableForeignKeyConstraints: false });
  try {
    // It needs no log before it is whole: one would take as much room again.
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

/** Removes what processes that were killed had begun to make for a file. Where somebody makes one now, that one is made in its place. */
export const clearNew = (file: string): void => {
  const [folder, start] = [dirname(file), basename(newOf(file))];
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.startsWith(start)) removeDatabase(join(folder, name));
};

/**
 * Makes a file where there is none, whole at once: a link does not replace, so that the first of several processes wins. Where it cannot be
 * linked none is made, and SQLite makes one in its place, as beside a log that was left: it clears that away under its own locks.
 * @throws {StoreUnwritable}
 */
export const makeFile = (file: string, schema: Schema): void => {
  if (["", ...besides].some((ending) => existsSync(file + ending))) return;
  const draft = newOf(file) + randomUUID();
  try {
    writeDraft(draft, schema, () => undefined);
    linkSync(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    if (error instanceof Error && "errcode" in error && existsSync(draft)) throw diskTrouble(error, file) ?? error;
  } finally {
    removeDatabase(draft);
  }
};
