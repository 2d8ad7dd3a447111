import { existsSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { StoreUnreadable } from "../../ports/store-errors.ts";

const pieceBytes = 4_096;

/** Open handles by device and inode. Closing one would drop all this process's locks on the file, SQLite's too. */
const handles = new Map<string, number>();

/** Opens a file once. Undefined without a regular file. */
const handleOf = (file: string): number | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const key = `${found.dev}:${found.ino}`;
  const handle = handles.get(key) ?? openSync(file, "r");
  handles.set(key, handle);
  return handle;
};

/** Reads up to `bytes`; none if unreadable. */
export const readStart = (file: string, bytes: number): Buffer => {
  const start = Buffer.alloc(bytes);
  try {
    const handle = handleOf(file);
    return start.subarray(0, handle === undefined ? 0 : readSync(handle, start, 0, bytes, 0));
  } catch {
    // SQLite gets and explains the error on opening.
    return start.subarray(0, 0);
  }
};

const readAll = (file: string): void => {
  const handle = handleOf(file);
  if (handle === undefined) return;
  const piece = Buffer.alloc(pieceBytes);
  for (let at = 0; ; ) {
    const bytesRead = readSync(handle, piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
};

/**
 * SQLite reports a failing disk (EIO) like damage. Reading file and log to the end tells them apart. Undefined if every
 * byte was read.
 */
export const findReadError = (file: string): StoreUnreadable | undefined => {
  try {
    readAll(file);
    // SQLite keeps a link's log beside its target.
    readAll(`${existsSync(file) ? realpathSync(file) : file}-wal`);
    return undefined;
  } catch (error) {
    return new StoreUnreadable(file, error instanceof Error ? error.message : String(error), { cause: error });
  }
};
