import { existsSync, statSync } from "node:fs";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { StoreDamaged, StoreUnreadable } from "../../ports/store-errors.ts";
import {
  assertTables,
  createDamagedError,
  formatFolderInPlace,
  isDamage,
  isLarge,
  readCheckFinding,
} from "../damage.ts";
import { isTooOld, olderVersionMessage, type Schema } from "../database.ts";
import { isLocked } from "../locks.ts";
import { formatRowKey, formatRowName, listChecksummedTables, matchesChecksum } from "../row-checksum.ts";
import { openToRead } from "./open-to-read.ts";
import { findReadError } from "./read-whole-file.ts";
import { assertStoreIdentity } from "./store-identity.ts";

/** `sound`: undamaged, with our tables. */
export type FileState = { kind: "missing" } | { kind: "sound" } | { kind: "damaged"; reason: string };

/** A store can't be checked, which says nothing about its content. */
export class CannotCheckFile extends Error {
  override name = "CannotCheckFile";
}

/** Codes SQLITE_IOERR, and its READ, SHORT_READ and CORRUPTFS. */
const readErrors: readonly unknown[] = [10, 266, 522, 8458];

/**
 * Maps an error that isn't about the file's content; undefined if the content is at fault. SQLITE_ERROR means an
 * unknown header or table.
 */
export const toUnrelatedError = (file: string, error: unknown): Error | undefined => {
  if (error instanceof StoreDamaged || isDamage(error)) return findReadError(file);
  if (!(error instanceof Error && "errcode" in error)) return error as Error;
  if (error.errcode === 1) return findReadError(file);
  if (readErrors.includes(error.errcode)) return new StoreUnreadable(file, error.message, { cause: error });
  if (isLocked(error))
    return new CannotCheckFile(
      `${file} is locked by another program, a backup or a database viewer for example. Close that, then try again. Nothing was changed.`,
    );
  return new CannotCheckFile(
    `${file} cannot be used (${error.message}). See that whoever runs Sheaf may read and write it and its folder, and that the disk can be written to. Nothing was changed.`,
    { cause: error },
  );
};

export const newerVersionMessage = (what: string): string =>
  `${what} was written by a newer version of Sheaf. Start or repair it with that version, or use another DATA_DIR. Nothing was changed.`;

const assertVersion = (db: DatabaseSync, file: string, schema: Schema): void => {
  if (schema.store) assertStoreIdentity(db, file, schema.store);
  const found = Number(db.prepare("PRAGMA user_version").get()?.user_version);
  if (found > schema.version) throw new CannotCheckFile(newerVersionMessage(file));
  if (isTooOld(found, schema)) throw new CannotCheckFile(olderVersionMessage(file));
};

const findDamagedRow = (db: DatabaseSync, seen: string | undefined): string | undefined => {
  for (const [table, { all }] of listChecksummedTables(db)) {
    if (table === seen) continue;
    const rows = db.prepare(`SELECT ${all.join(", ")}, sum FROM ${table} NOT INDEXED`);
    rows.setReturnArrays(true);
    // Damage may give numbers that exceed JavaScript's.
    rows.setReadBigInts(true);
    for (const row of rows.iterate()) {
      const values = row as unknown as SQLOutputValue[];
      if (!matchesChecksum(values)) return `${formatRowName(table, values[0])} cannot be read`;
    }
  }
  return undefined;
};

/** Checks pages and indexes: an index that disagrees with its table would hide rows. */
const findDamagedPage = (db: DatabaseSync, file: string): string | undefined => {
  const wrong = readCheckFinding(file, db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check);
  return wrong === undefined ? undefined : formatRowKey(wrong);
};

type CheckOptions = {
  quickly?: boolean;
  checkedTable?: string;
  findProblem?: (db: DatabaseSync, large: boolean) => string | undefined;
};

/**
 * Checks pages, indexes and every row; changes nothing. `findProblem` checks the content first, with every row of
 * `checkedTable`. Starts and repairs check alike, so neither accepts what the other refuses. But a start (`quickly`)
 * checks a file of over 256 MB only by its tables and `findProblem`.
 * @throws {CannotCheckFile} a folder, can't be opened, or of a newer or too old Sheaf
 * @throws {StoreUnreadable} the disk does not read it
 * @throws {StoreMisplaced} it is another store
 */
export const checkFile = (file: string, schema: Schema, look: CheckOptions = {}): FileState => {
  const first = checkFileOnce(file, schema, look);
  // A momentary disk fault looks like damage.
  return first.kind === "damaged" ? checkFileOnce(file, schema, look) : first;
};

const checkFileOnce = (
  file: string,
  schema: Schema,
  { quickly = false, checkedTable, findProblem = () => undefined }: CheckOptions,
): FileState => {
  if (!existsSync(file)) return { kind: "missing" };
  if (statSync(file).isDirectory()) throw new CannotCheckFile(formatFolderInPlace(file));
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(file);
    assertVersion(db, file, schema);
    const large = quickly && isLarge(file);
    // An empty file is a valid database: never written, or all cut off.
    assertTables(db, file, schema.sql);
    const reason =
      findProblem(db, large) ?? (large ? undefined : (findDamagedRow(db, checkedTable) ?? findDamagedPage(db, file)));
    if (reason !== undefined) throw createDamagedError(file, reason);
    return { kind: "sound" };
  } catch (error) {
    const trouble = error instanceof CannotCheckFile ? error : toUnrelatedError(file, error);
    if (trouble) throw trouble;
    return { kind: "damaged", reason: error instanceof StoreDamaged ? error.reason : (error as Error).message };
  } finally {
    db?.close();
  }
};
