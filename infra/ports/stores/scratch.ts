/** Readable any number of times until removed. */
export type ScratchRun = {
  /** Reads the records in order, many at once. @throws {ScratchDamaged} they are not what was written */
  read(): AsyncIterable<readonly string[]>;
  remove(): Promise<void>;
};

type ScratchRunWriter = {
  /** `record`: a text without a line break. Awaiting it gives back-pressure. @throws {StoreUnwritable} */
  append(record: string): Promise<void> | void;
  /** @throws {StoreUnwritable} */
  end(): Promise<ScratchRun>;
};

export type ScratchSpool = {
  /**
   * Begins a run, one at a time.
   * @throws {StoreUnwritable} next to no room, or nothing can be written
   */
  begin(): Promise<ScratchRunWriter>;
  bytes(): number;
  /** Removes all of it; reads and writes in progress fail. Idempotent. */
  remove(): Promise<void>;
};

/**
 * Room for work beyond memory (ADR 65). Only the object that wrote the data can read it. Killed data stays in {@link
 * Scratch.list} until removed. Names follow the rules of file store keys.
 */
export type Scratch = {
  /** Creates nothing before the first run begins. Each name is used once. */
  open(name: string): ScratchSpool;
  /** Lists names that have runs, also other processes'; `modifiedAt`: not before the first run began. */
  list(): Promise<{ name: string; modifiedAt: Date }[]>;
  /** Returns false when there was nothing. */
  remove(name: string): Promise<boolean>;
};

/** Thrown if records are not what was written. The work may start over. */
export class ScratchDamaged extends Error {
  override name = "ScratchDamaged";
}
