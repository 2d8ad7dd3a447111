/** Written records, readable any number of times until removed. */
export type ScratchRun = {
  /**
   * Reads in order, many records at once.
   * @throws {ScratchDamaged} they are not what was written
   */
  read(): AsyncIterable<readonly string[]>;
  remove(): Promise<void>;
};

type ScratchRunWriter = {
  /**
   * Appends a record without a line break. Await it for back-pressure.
   * @throws {StoreUnwritable}
   */
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
  /** Removes all runs; reads and writes in progress fail. Idempotent. */
  remove(): Promise<void>;
};

/**
 * Storage for work beyond memory (ADR 65). Only the object that wrote a run can read it. Killed runs stay in
 * {@link Scratch.list} until removed. Names follow the rules of file store keys.
 */
export type Scratch = {
  /** Opens a spool, which creates nothing before the first run. Each name is used once. */
  open(name: string): ScratchSpool;
  /** Lists names, also of other processes; `modifiedAt`: not before the first run began. */
  list(): Promise<{ name: string; modifiedAt: Date }[]>;
  /** Returns false when there was nothing. */
  remove(name: string): Promise<boolean>;
};

/** The records aren't what was written. The work may start over. */
export class ScratchDamaged extends Error {
  override name = "ScratchDamaged";
}
