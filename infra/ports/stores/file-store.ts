import type { Readable } from "node:stream";

export type PartWriter = {
  /** Resolves when the bytes are taken, for back-pressure. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Publishes durably and atomically; replaces an existing file.
   * @throws the part was deleted meanwhile; nothing is published
   */
  publish(key: string): Promise<void>;
  discard(): Promise<void>;
};

/**
 * Finished files. Writes throw {StoreUnwritable} when the disk takes nothing; discarding the part then leaves nothing
 * behind. Keys follow {@link assertFileKey}, and aren't `parts`. `open`, `size` and `list` never see parts. Publishing
 * and deleting take effect for all on return. A killed part stays in {@link FileStore.listParts} until deleted.
 */
export type FileStore = {
  /** @throws {StoreUnwritable} no file can be started: next to no room, or nothing can be written */
  assertFreeSpace(): Promise<void>;
  /** @throws a part of that name exists */
  createPart(name: string): Promise<PartWriter>;
  /** Size in bytes; undefined for an unknown file. */
  size(key: string): Promise<number | undefined>;
  /**
   * Opens a file or a range, end included. The stream gives all bytes or fails, as when the file is deleted.
   * @throws {NoSuchFile}; the system's error for an unreadable file
   */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  delete(key: string): Promise<boolean>;
  /**
   * Lists keys after `after`, in order, at most `limit` (default 1,000); an empty page is the end. Concurrent changes
   * may or may not show. For all pages: `listAllFiles` (application/exports/list-all-files.ts).
   */
  list(page?: { after?: string; limit?: number }): Promise<string[]>;
  /** Lists parts. `modifiedAt`: not before the part was made; later writes may not move it. */
  listParts(): Promise<{ name: string; modifiedAt: Date }[]>;
  deletePart(name: string): Promise<boolean>;
};

/** Page size of {@link FileStore.list}, for adapters. */
export const keysInPage = 1_000;

export class NoSuchFile extends Error {
  override name = "NoSuchFile";
}
