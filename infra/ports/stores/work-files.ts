/**
 * Private, for data beyond memory; never outlives the process. Writes throw {StoreUnwritable} when the disk takes
 * nothing.
 */
export type WorkFile = {
  write(bytes: Uint8Array): Promise<void>;
  /** Size in bytes. */
  size(): number;
  clear(): Promise<void>;
  /** Fills `into` from an offset; returns the bytes read, 0 at the end. */
  read(into: Uint8Array, from: number): Promise<number>;
  close(): Promise<void>;
};

export type WorkFiles = {
  /** @throws {StoreUnwritable} */
  create(): Promise<WorkFile>;
};
