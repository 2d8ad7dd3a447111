import { existsSync } from "node:fs";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { StoreDamaged, StoreUnreadable } from "../../ports/busy.ts";
import { assertNoFolder, assertTables, damaged, isDamage, isLarge, wrongInCheck } from "../damage.ts";
import { isTooOld, olderSentence, type Schema } from "../database.ts";
import { isLocked } from "../locks.ts";
import { fits, nameOfRow, printable, summedTables } from "../row-sum.ts";
import { openToRead } from "./open-to-read.ts";
import { readTrouble } from "./read-through.ts";
import { assertOwn } from "./whose-file.ts";

/** `sound`: no damage found, and the tables are ours. */
export type FileState = { kind: "missing" } | { kind: "sound" } | { kind: "damaged"; reason: string };

/** Thrown when a store can't be judged: failing to open it says nothing about its content. */
export class CannotLook extends Error {
  override name = "CannotLook";
}

/** SQLITE_IOERR alone, and its extended codes READ, SHORT_READ and CORRUPTFS. */
const readErrors: readonly unknown[] = [10, 266, 522, 8458];

/**
 * The error if something other than the file's content is at fault; undefined if the file itself is damaged.
 * SQLITE_ERROR means an unknown head or table.
 */
export const troubleBeside = (file: string, error: unknown): Error | undefined => {
  if (error instanceof StoreDamaged || isDamage(error)) return readTrouble(file);
  if (!(error instanceof Error && "errcode" in error)) return error as Error;
  if (error.errcode === 1) return readTrouble(file);
  if (readErrors.includes(error.errcode)) return new StoreUnreadable(file, error.message, { cause: error });
  if (isLocked(error))
    return new CannotLook(
      `${file} is locked by another program, a backup or a database viewer for example. Close that, then try again. Nothing was changed.`,
    );
  return new CannotLook(
    `${file} cannot be used (${error.message}). See that whoever runs Sheaf may read and write it and its folder, and that the disk takes writes. Nothing was changed.`,
    { cause: error },
  );
};

export const newerSentence = (what: string): string =>
  `${what} was written by a newer version of Sheaf. Start or repair it with that version, or use another DATA_DIR. Nothing was changed.`;

const assertVersion = (db: DatabaseSync, file: string, schema: Schema): void => {
  if (schema.store) assertOwn(db, file, schema.store);
  const found = Number(db.prepare("PRAGMA user_version").get()?.user_version);
  if (found > schema.version) throw new CannotLook(newerSentence(file));
  if (isTooOld(found, schema)) throw new CannotLook(olderSentence(file));
};

/** The first damaged row, in words. */
const wrongRowIn = (db: DatabaseSync, seen: string | undefined): string | undefined => {
  for (const [table, { all }] of summedTables(db)) {
    if (table === seen) continue;
    const rows = db.prepare(`SELECT ${all.join(", ")}, sum FROM ${table} NOT INDEXED`);
    rows.setReturnArrays(true);
    // A garbled number may be larger than JavaScript's are.
    rows.setReadBigInts(true);
    for (const row of rows.iterate()) {
      const values = row as unknown as SQLOutputValue[];
      if (!fits(values)) return `${nameOfRow(table, values[0])} cannot be read`;
    }
  }
  return undefined;
};

/** An index that disagrees with its table would hide rows. */
const wrongPageIn = (db: DatabaseSync, file: string): string | undefined => {
  const wrong = wrongInCheck(file, db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check);
  return wrong === undefined ? undefined : printable(wrong);
};

type Look = { quickly?: boolean; seen?: string; wrongIn?: (db: DatabaseSync, large: boolean) => string | undefined };

/**
 * Checks a whole file without changing it ({@link openToRead}): pages, indexes and every row. `wrongIn` checks the
 * content first, including every row of the table `seen`. A start and a repair check the same way, so neither accepts a
 * file that the other refuses. But a start (`quickly`) checks a file of over 256 MB only by its tables and `wrongIn`.
 * @throws {CannotLook} it cannot be opened, or was written by a newer or too old Sheaf
 * @throws {StoreUnreadable} the disk does not read it
 * @throws {StoreMisplaced} it is another store
 */
export const lookThrough = (file: string, schema: Schema, look: Look = {}): FileState => {
  const first = lookOnce(file, schema, look);
  // A disk that fails for a moment looks like damage, too.
  return first.kind === "damaged" ? lookOnce(file, schema, look) : first;
};

const lookOnce = (
  file: string,
  schema: Schema,
  { quickly = false, seen, wrongIn = () => undefined }: Look,
): FileState => {
  if (!existsSync(file)) return { kind: "missing" };
  let db: DatabaseSync | undefined;
  try {
    assertNoFolder(file);
    db = openToRead(file);
    assertVersion(db, file, schema);
    const large = quickly && isLarge(file);
    // An empty file is a valid database: nothing was ever written, or all of it was cut off.
    assertTables(db, file, schema.sql);
    const reason = wrongIn(db, large) ?? (large ? undefined : (wrongRowIn(db, seen) ?? wrongPageIn(db, file)));
    if (reason !== undefined) throw damaged(file, reason);
    return { kind: "sound" };
  } catch (error) {
    const trouble = error instanceof CannotLook ? error : troubleBeside(file, error);
    if (trouble) throw trouble;
    return { kind: "damaged", reason: error instanceof StoreDamaged ? error.reason : (error as Error).message };
  } finally {
    db?.close();
  }
};
