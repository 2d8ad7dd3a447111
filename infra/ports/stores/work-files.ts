/**
 * A temporary file for data that doesn't fit into memory. Nobody else sees it, and nothing of it outlives the process,
 * however that ends. Writes throw {StoreUnwritable} when the disk takes nothing.
 */
export type WorkFile = {
  /** Appends bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Its length in bytes. */
  size(): number;
  /** Empties it. */
  clear(): Promise<void>;
  /** Fills `into` from an offset and answers the bytes read; 0: the end. */
  read(into: Uint8Array, from: number): Promise<number>;
  close(): Promise<void>;
};

export type WorkFiles = {
  /** @throws {StoreUnwritable} */
  create(): Promise<WorkFile>;
};
