import { existsSync, realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { busyTimeoutMs } from "../locks.ts";
import { assertNoLink } from "./store-identity.ts";

/** If the file is a link, SQLite keeps the journal beside its target. */
const hasJournal = (file: string): boolean => existsSync(file) && existsSync(`${realpathSync(file)}-journal`);

/**
 * Rolls back a killed process's transaction with a rollback journal, as when a file is switched to WAL. SQLite does so
 * by itself on opening for writing. A read-only opener would be refused for ever.
 */
const rollBack = (file: string): void => {
  if (!hasJournal(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: busyTimeoutMs });
    db.prepare("PRAGMA user_version").get();
  } catch {
    // The later read meets the error again, and explains it.
  } finally {
    db?.close();
  }
};

/** Opens a file read-only, after rolling back a killed process's transaction; changes nothing else. */
export const openToRead = (
  file: string,
  { timeout = busyTimeoutMs, defensive = true }: { timeout?: number; defensive?: boolean } = {},
): DatabaseSync => {
  rollBack(file);
  return new DatabaseSync(file, { readOnly: true, timeout, defensive });
};

/** True for a file before its first table: at most one page, version 0, no table. */
const isBlank = (file: string): boolean => {
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(file);
    const found = db
      .prepare(
        `SELECT page_count AS pages, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS tables
         FROM pragma_page_count, pragma_user_version`,
      )
      .get();
    return Number(found?.pages) <= 1 && found?.version === 0 && found.tables === 0;
  } catch {
    // The file holds something, whatever that is.
    return false;
  } finally {
    db?.close();
  }
};

/**
 * True if a file is as good as missing: absent, empty, or abandoned before it had tables. SQLite would make a new one
 * of it.
 * @throws {StoreMisplaced} it is a dangling link: SQLite would make a new one there
 */
export const isAbsent = (file: string): boolean => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) assertNoLink(file);
  return (found?.size ?? 0) === 0 || isBlank(file);
};
