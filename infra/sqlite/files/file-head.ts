import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Every database file begins with it. */
export const magic = "SQLite format 3\0";
export const headBytes = 100;

/**
 * What tells a database file from an older copy of it: its length in bytes and, from its head, its length in pages and the number that
 * {@link keepGenerations} gives it. SQLite alone never makes one of them smaller, as nothing is vacuumed. Of what is no database the last
 * two are 0.
 */
export type FileHead = { bytes: number; pages: number; generation: number };

/**
 * Reads the head of a file as it is on the disk, without what its WAL has beside it. Never call it in a process that has the file open
 * as a database: closing a file drops all locks that the process has on it.
 * @throws what the system says: there is no such file, or it cannot be read
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

/** Of each number the smaller one. */
export const lower = (one: FileHead, other: FileHead): FileHead => each(Math.min, one, other);
/** Of each number the larger one. */
export const higher = (one: FileHead, other: FileHead): FileHead => each(Math.max, one, other);

/** Whether a file is, in any of its numbers, behind what it was. */
export const isBehind = (now: FileHead, before: FileHead): boolean =>
  now.bytes < before.bytes || now.pages < before.pages || now.generation < before.generation;

/** A file is numbered once in 5 s by each supervisor on its folder; so many more at once are no growth. */
const mostAtOnce = 10;

/**
 * Whether the number of a file has grown by more than it can in so many ms of its being watched: it is another one's, as each file
 * begins at a number of its own (`openGenerations`).
 */
export const isForeign = (now: FileHead, before: FileHead, ms: number): boolean =>
  before.generation > 0 && now.generation - before.generation > mostAtOnce + ms / 1_000;
