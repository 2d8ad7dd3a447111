import { copyFileSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/**
 * Leaves a closed database like a kill in a transaction with a rollback journal: half of the writes are in the file,
 * and the journal has the old content. A missing file is left as by its first transaction.
 */
export const leaveJournal = (file: string): void => {
  const db = new DatabaseSync(file);
  // With a page of memory SQLite writes to the file early.
  db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA cache_size = 1; BEGIN IMMEDIATE;
    CREATE TABLE half_written (bytes BLOB);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO half_written SELECT randomblob(4000) FROM n`);
  for (const name of [file, `${file}-journal`]) copyFileSync(name, `${name}.left`);
  db.exec("ROLLBACK");
  db.close();
  for (const name of [file, `${file}-journal`]) {
    rmSync(name, { force: true });
    renameSync(`${name}.left`, name);
  }
};
