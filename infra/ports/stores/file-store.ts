import type { Readable } from "node:stream";

export type PartWriter = {
  /** Resolves when the bytes are taken; waiting for it is the back-pressure. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Makes the part the file, durably and all at once; an existing file of that key is replaced.
   * @throws when the part was deleted meanwhile: nothing is published then
   */
  publish(key: string): Promise<void>;
  /** Removes the part. */
  discard(): Promise<void>;
};

/**
 * Finished files. What writes throws {StoreUnwritable} when the disk takes nothing; of a part that is discarded then, nothing stays. A key is
 * `[a-zA-Z0-9._-]+`, not beginning with a dot and not `parts`; parts are invisible to `open`, `size` and `list`. What was published or
 * deleted is so for everybody from then on. What a kill leaves of a part stays a part, in {@link FileStore.listParts}, until it is deleted.
 */
export type FileStore = {
  /** Looks whether a file could be begun now. @throws {StoreUnwritable} there is next to no room, or nothing can be written */
  assertRoom(): Promise<void>;
  /** @throws when a part of that name exists */
  createPart(name: string): Promise<PartWriter>;
  /** Undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /**
   * A stream of the bytes [start, end], end included. It gives all of them or fails: it need not outlive the file, and never ends early.
   * @throws {NoSuchFile}; what the system says of a file that cannot be read
   */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  delete(key: string): Promise<boolean>;
  /**
   * The keys behind `after`, in their order, `limit` at most (default 1,000); none: that was all. Of what is published or deleted between
   * two pages nothing is promised. All of them: `everyFile` (application/exports/every-file.ts).
   */
  list(page?: { after?: string; limit?: number }): Promise<string[]>;
  /** `modifiedAt`: not before the part was made. Whether it follows what is written to it is not promised. */
  listParts(): Promise<{ name: string; modifiedAt: Date }[]>;
  deletePart(name: string): Promise<boolean>;
};

/** Keys in a page of {@link FileStore.list}, for adapters. */
export const keysInPage = 1_000;

/** Thrown by open when there is no such file. */
export class NoSuchFile extends Error {
  override name = "NoSuchFile";
}
