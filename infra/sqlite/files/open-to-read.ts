import { existsSync, realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { busyTimeoutMs } from "../locks.ts";
import { assertNoLink } from "./whose-file.ts";

/** SQLite keeps it beside the file that a link leads to. */
const hasJournal = (file: string): boolean => existsSync(file) && existsSync(`${realpathSync(file)}-journal`);

/**
 * Takes back what a process had half written that was killed in a transaction with a rollback journal, as while a file is switched to WAL. SQLite does so by
 * itself, under its own locks, for whoever may write; who opens for reading alone is refused for ever.
 */
const rollBack = (file: string): void => {
  if (!hasJournal(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: busyTimeoutMs });
    db.prepare("PRAGMA user_version").get();
  } catch {
    // Whoever reads meets it again, and says what it means.
  } finally {
    db?.close();
  }
};

/** Opens a file for reading alone, after what a killed process had half written was taken back; nothing else is made or changed. */
export const openToRead = (
  file: string,
  { timeout = busyTimeoutMs, defensive = true }: { timeout?: number; defensive?: boolean } = {},
): DatabaseSync => {
  rollBack(file);
  return new DatabaseSync(file, { readOnly: true, timeout, defensive });
};

/** What SQLite makes before the first table: at most one page, of nobody's version, with no table in it. */
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
    // It holds something, whatever that is.
    return false;
  } finally {
    db?.close();
  }
};

/**
 * Whether a file is as good as missing: there is none, it has no byte, or it was ended before it had tables. SQLite would make a new one of it.
 * @throws {StoreMisplaced} it is a link that leads nowhere: SQLite would make a new one there
 */
export const isAbsent = (file: string): boolean => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) assertNoLink(file);
  return (found?.size ?? 0) === 0 || isBlank(file);
};
