import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export const headerMagic = "SQLite format 3\0";
export const headerBytes = 100;

/**
 * Tells a file from an older copy. Pages and number ({@link numberGenerations}) are in its header; 0 if it isn't a
 * database. SQLite lowers none, as nothing is vacuumed.
 */
export type FileHeader = { bytes: number; pages: number; generation: number };

/**
 * Reads the file without its WAL. Never call it in a process that has the database open: closing a file drops all the
 * process's locks on it.
 * @throws the system's error: no such file, or unreadable
 */
export const readHeader = (file: string): FileHeader => {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(headerBytes);
    const bytesRead = readSync(handle, head, 0, headerBytes, 0);
    const bytes = fstatSync(handle).size;
    if (bytesRead < headerBytes || head.toString("latin1", 0, headerMagic.length) !== headerMagic)
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

export const isBehind = (now: FileHeader, before: FileHeader): boolean =>
  now.bytes < before.bytes || now.pages < before.pages || now.generation < before.generation;

/** Maximum numbers at once: each supervisor on the folder numbers a file once in 5 s. */
const maxAtOnce = 10;

/**
 * True if the number grew more than possible in `ms`: it is another file, as each begins at its own number
 * (`openGenerations`).
 */
export const isOtherFile = (now: FileHeader, before: FileHeader, ms: number): boolean =>
  before.generation > 0 && now.generation - before.generation > maxAtOnce + ms / 1_000;
