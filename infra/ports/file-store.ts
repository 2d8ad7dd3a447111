import type { Readable } from "node:stream";

export type PartWriter = {
  /** Resolves when the bytes are taken; waiting for it is the back-pressure. */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes to the disk and makes the part the file, atomically; an existing file of that key is replaced. */
  publish(key: string): Promise<void>;
  /** Removes the part. */
  discard(): Promise<void>;
};

/**
 * Finished files. What writes throws {StoreUnwritable} when the disk takes nothing; of a part that is discarded then, nothing stays. A key is `[a-zA-Z0-9._-]+`, not beginning with a dot and not `parts`; parts are invisible to `open` and `size`.
 */
export type FileStore = {
  /** Looks whether a file could be begun now. @throws {StoreUnwritable} there is next to no room, or nothing can be written */
  assertRoom(): Promise<void>;
  /** @throws when a part of that name exists */
  createPart(name: string): Promise<PartWriter>;
  /** Undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** A stream of the bytes [start, end], end included. @throws {NoSuchFile}; what the system says of a file that cannot be read */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  delete(key: string): Promise<boolean>;
  list(): Promise<string[]>;
  listParts(): Promise<{ name: string; modifiedAt: Date }[]>;
  deletePart(name: string): Promise<boolean>;
};

/** Thrown by open when there is no such file. */
export class NoSuchFile extends Error {
  override name = "NoSuchFile";
}
