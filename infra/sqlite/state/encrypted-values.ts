import type { DatabaseSync } from "node:sqlite";
import { isAbsent, openToRead } from "../files/open-to-read.ts";

/** True if any master key has been used for this `state.db`. */
export const hasEncryptedValues = (db: Pick<DatabaseSync, "prepare">): boolean =>
  db.prepare("SELECT 1 FROM vault_key UNION ALL SELECT 1 FROM vault LIMIT 1").get() !== undefined;

/** Changes nothing. An unreadable file counts as encrypted. */
export const hasEncryptedValuesInFile = (file: string): boolean => {
  if (isAbsent(file)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(file);
    return hasEncryptedValues(db);
  } catch {
    return true;
  } finally {
    db?.close();
  }
};
