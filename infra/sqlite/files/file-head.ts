import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export const magic = "SQLite format 3\0";
export const headBytes = 100;

/**
 * Tells a database file from an older copy: its length in bytes and, from its head, its length in pages and the number
 * of {@link keepGenerations}. SQLite alone never lowers any of them, as nothing is vacuumed. The last two are 0 if it
 * is no database.
 */
export type FileHead = { bytes: number; pages: number; generation: number };

/**
 * Reads a file's head from the disk, without its WAL. Never call it in a process that has the file open as a database:
 * closing a file drops all locks that the process has on it.
 * @throws the system's error: there is no such file, or it cannot be read
 */
export const readHead = (file: string): FileHead => {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(headBytes);
    const read = readSync(handle, head, 0, headBytes, 0);
    const bytes = fstatSync(handle).size;
    if (read < headBytes || head.toString("latin1", 0, magic.length) !== magic)
      return { bytes, pages: 0, generation: 0 };
    return { bytes, pages: head.readUInt32BE(28), generation: head.readUInt32BE(68) };
  } finally {
    closeSync(handle);
  }
};

const each = (pick: (...numbers: number[]) => number, one: FileHead, other: FileHead): FileHead => ({
  bytes: pick(one.bytes, other.bytes),
  pages: pick(one.pages, other.pages),
  generation: pick(one.generation, other.generation),
});

export const lower = (one: FileHead, other: FileHead): FileHead => each(Math.min, one, other);
export const higher = (one: FileHead, other: FileHead): FileHead => each(Math.max, one, other);

/** True if any of a file's numbers has fallen. */
export const isBehind = (now: FileHead, before: FileHead): boolean =>
  now.bytes < before.bytes || now.pages < before.pages || now.generation < before.generation;

/** Each supervisor on the folder numbers a file once in 5 s; jumps up to this size are normal growth. */
const mostAtOnce = 10;

/**
 * True if a file's number grew by more than is possible in `ms` of watching. It is another file then, as each file
 * begins at a number of its own (`openGenerations`).
 */
export const isForeign = (now: FileHead, before: FileHead, ms: number): boolean =>
  before.generation > 0 && now.generation - before.generation > mostAtOnce + ms / 1_000;
