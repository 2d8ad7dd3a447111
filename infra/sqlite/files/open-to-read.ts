import { existsSync, realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { busyTimeoutMs } from "../locks.ts";
import { assertNoLink } from "./store-identity.ts";

/** SQLite keeps a link's journal beside its target. */
const hasJournal = (file: string): boolean => existsSync(file) && existsSync(`${realpathSync(file)}-journal`);

/**
 * Rolls back what a killed process left, as of a switch to WAL. SQLite refuses read-only openers until a writer has
 * done this.
 */
const rollBack = (file: string): void => {
  if (!hasJournal(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: busyTimeoutMs });
    db.prepare("PRAGMA user_version").get();
  } catch {
    // The later read gets and explains the error.
  } finally {
    db?.close();
  }
};

/** Rolls back a killed transaction; changes nothing else. */
export const openToRead = (
  file: string,
  { timeout = busyTimeoutMs, defensive = true }: { timeout?: number; defensive?: boolean } = {},
): DatabaseSync => {
  rollBack(file);
  return new DatabaseSync(file, { readOnly: true, timeout, defensive });
};

/** True if the file has no table yet: at most one page, and version 0. */
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
 * True if a file is absent, empty, or abandoned before it had tables.
 * @throws {StoreMisplaced} a dangling link: SQLite would make a new file there
 */
export const isAbsent = (file: string): boolean => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) assertNoLink(file);
  return (found?.size ?? 0) === 0 || isBlank(file);
};
