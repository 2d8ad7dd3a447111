import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export const headerMagic = "SQLite format 3\0";
export const headerBytes = 100;

/**
 * Tells a database file from an older copy: its bytes and, from its header, its pages and the number of {@link
 * numberGenerations}. SQLite never lowers any, as nothing is vacuumed. The last two are 0 if it isn't a database.
 */
export type FileHeader = { bytes: number; pages: number; generation: number };

/**
 * Reads a file's header from the disk, without its WAL. Never call it in a process that has the file open as a
 * database: closing a file drops all the process's locks on it.
 * @throws the system's error: there is no such file, or it cannot be read
 */
export const readHeader = (file: string): FileHeader => {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(headerBytes);
    const read = readSync(handle, head, 0, headerBytes, 0);
    const bytes = fstatSync(handle).size;
    if (read < headerBytes || head.toString("latin1", 0, headerMagic.length) !== headerMagic)
      return { bytes, pages: 0, generation: 0 };
    return { bytes, pages: head.readUInt32BE(28), generation: head.readUInt32BE(68) };
  } finally {
    closeSync(handle);
  }
};

const each = (pick: (...numbers: number[]) => number, one: FileHeader, other: FileHeader): FileHeader => ({
  bytes: pick(one.bytes, other.bytes),
  pages: pick(one.pages, other.pages),
  generation: pick(one.generation, other.generation),
});

export const minHeader = (one: FileHeader, other: FileHeader): FileHeader => each(Math.min, one, other);
export const maxHeader = (one: FileHeader, other: FileHeader): FileHeader => each(Math.max, one, other);

/** Returns whether any number has fallen. */
export const isBehind = (now: FileHeader, before: FileHeader): boolean =>
  now.bytes < before.bytes || now.pages < before.pages || now.generation < before.generation;

/** Each supervisor on the folder numbers a file once in 5 s; smaller jumps are normal. */
const maxAtOnce = 10;

/**
 * Returns whether a file's number grew by more than possible in `ms`. It is another file then, as each begins at its
 * own number (`openGenerations`).
 */
export const isOtherFile = (now: FileHeader, before: FileHeader, ms: number): boolean =>
  before.generation > 0 && now.generation - before.generation > maxAtOnce + ms / 1_000;
