import { statSync } from "node:fs";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { operatorCommand } from "../ports/operator-command.ts";
import { StoreDamaged, StoreUnreadable } from "../ports/store-errors.ts";
import { findReadError } from "./files/read-whole-file.ts";

const codes = [11, 26];

/** SQLite reports a failing disk (EIO) alike: check {@link findReadError} first. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Error &&
  (("errcode" in error && typeof error.errcode === "number" && codes.includes(error.errcode & 0xff)) ||
    isNoNumberOfOurs(error));

/** A number too large for JavaScript. We never write one. */
const isNoNumberOfOurs = (error: Error): boolean =>
  "code" in error && error.code === "ERR_OUT_OF_RANGE" && error.message.includes("represented as a JavaScript number");

export const createDamagedError = (file: string, reason: string, cause?: unknown): StoreDamaged =>
  new StoreDamaged(
    `${file} is damaged (${reason}). Stop Sheaf, then restore ${basename(file)} from a backup or run '${operatorCommand("repair")}', which shows what can be saved.`,
    { reason, cause },
  );

export const toDamageError = (file: string, error: unknown): unknown =>
  isDamage(error) ? (findReadError(file) ?? createDamagedError(file, error.message, error)) : error;

/** @throws {StoreDamaged} the text isn't JSON; `what` names its owner */
export const parseStoredJson = (file: string, text: unknown, what: () => string): unknown => {
  try {
    return JSON.parse(String(text));
  } catch (cause) {
    throw createDamagedError(file, `${what()} cannot be read`, cause);
  }
};

export const formatFolderInPlace = (file: string): string =>
  `${file} is a folder. Move it away, and restore ${basename(file)} from a backup; without one, run '${operatorCommand("repair")}'.`;

/** A folder stands in a store file's place, which says nothing about its data. */
export class FolderInPlace extends StoreDamaged {
  constructor(file: string) {
    super(formatFolderInPlace(file), { reason: "it is a folder" });
  }
}

/** @throws {FolderInPlace} */
export const assertNoFolder = (file: string): void => {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new FolderInPlace(file);
};

type Layout = Map<string, string>;

/** Reads the CREATE statements by kind and name; SQLite keeps the original ones. */
const layoutIn = (db: Pick<DatabaseSync, "prepare">): Layout =>
  new Map(
    db
      .prepare("SELECT type || ' ' || name AS what, sql FROM sqlite_schema WHERE sql IS NOT NULL")
      .all()
      .map(({ what, sql }) => [String(what), String(sql).replaceAll(/\s+/g, " ")]),
  );

const layoutOf = (sql: string): Layout => {
  const db = new DatabaseSync(":memory:");
  try {
    db.exec(sql);
    return layoutIn(db);
  } finally {
    db.close();
  }
};

/** @throws {StoreDamaged} a table or index of the schema is missing or differs */
export const assertTables = (db: Pick<DatabaseSync, "prepare">, file: string, sql: string): void => {
  const layout = layoutIn(db);
  for (const [what, words] of layoutOf(sql))
    if (layout.get(what) !== words) throw createDamagedError(file, `its ${what} is missing or another one`);
};

/** Largest file checked at a start, which takes seconds. Damage in a larger file shows in use. */
const checkedBytes = 256 * 1024 * 1024;

export const isLarge = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > checkedBytes;

/**
 * Finding of `integrity_check` or `quick_check`, if any.
 * @throws {StoreUnreadable} a page couldn't be read
 */
export const readCheckFinding = (file: string, finding: unknown): string | undefined => {
  const line = String(finding).split("\n").at(-1) ?? "";
  if (line === "ok") return undefined;
  const code = /error code=(\d+)/.exec(line)?.[1];
  if (code !== undefined && !codes.includes(Number(code) & 0xff)) throw new StoreUnreadable(file, line);
  return line;
};

/**
 * Checks files of up to {@link checkedBytes}.
 * @throws {StoreDamaged} {StoreUnreadable}
 */
export const quickCheck = (db: DatabaseSync, file: string): void => {
  if (isLarge(file)) return;
  const [first] = db.prepare("PRAGMA quick_check(1)").all();
  const wrong = readCheckFinding(file, first?.quick_check);
  if (wrong !== undefined) throw findReadError(file) ?? createDamagedError(file, wrong);
};
