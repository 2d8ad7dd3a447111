import { existsSync, realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { busyTimeoutMs } from "../locks.ts";
import { assertNoLink } from "./store-identity.ts";

/** Checks beside a link's target, where SQLite keeps the journal. */
const hasJournal = (file: string): boolean => existsSync(file) && existsSync(`${realpathSync(file)}-journal`);

/**
 * Rolls back a killed process's rollback journal, as of a switch to WAL. SQLite does so on opening for writing, and
 * refuses read-only openers forever.
 */
const rollBack = (file: string): void => {
  if (!hasJournal(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: busyTimeoutMs });
    db.prepare("PRAGMA user_version").get();
  } catch {
    // The later read meets and explains the error.
  } finally {
    db?.close();
  }
};

/** Opens a file read-only after rolling back a killed transaction; changes nothing else. */
export const openToRead = (
  file: string,
  { timeout = busyTimeoutMs, defensive = true }: { timeout?: number; defensive?: boolean } = {},
): DatabaseSync => {
  rollBack(file);
  return new DatabaseSync(file, { readOnly: true, timeout, defensive });
};

/** Tells a file before its first table: at most one page, version 0. */
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
 * Returns whether a file is absent, empty, or abandoned before it had tables: SQLite would make a new one of it.
 * @throws {StoreMisplaced} a dangling link: SQLite would make a new one there
 */
export const isAbsent = (file: string): boolean => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) assertNoLink(file);
  return (found?.size ?? 0) === 0 || isBlank(file);
};
