import type { DatabaseSync } from "node:sqlite";
import { isAbsent, openToRead } from "../files/open-to-read.ts";

/** Whether a `state.db` was written with some master key at all. */
export const isSealed = (db: Pick<DatabaseSync, "prepare">): boolean =>
  db.prepare("SELECT 1 FROM vault_key UNION ALL SELECT 1 FROM vault LIMIT 1").get() !== undefined;

/** The same of a file, which is changed in nothing. What cannot be read may be sealed. */
export const isSealedFile = (file: string): boolean => {
  if (isAbsent(file)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(file);
    return isSealed(db);
  } catch {
    return true;
  } finally {
    db?.close();
  }
};
