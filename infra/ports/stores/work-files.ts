/**
 * A file of a piece of work, for what is too large for the memory. Nobody else sees it, and nothing of it outlives the process, however that
 * ends. What writes throws {StoreUnwritable} when the disk takes nothing.
 */
export type WorkFile = {
  /** Adds bytes at the end. */
  write(bytes: Uint8Array): Promise<void>;
  /** How many it has. */
  size(): number;
  /** Empties it. */
  clear(): Promise<void>;
  /** Fills `into` from a place on and answers how many bytes there were; 0: the end. */
  read(into: Uint8Array, from: number): Promise<number>;
  close(): Promise<void>;
};

export type WorkFiles = {
  /** @throws {StoreUnwritable} */
  create(): Promise<WorkFile>;
};
