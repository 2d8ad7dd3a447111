/** What was written in one go; it is read as often as one likes until it is removed. */
export type ScratchRun = {
  /** Its records in their order, many at once. @throws {ScratchDamaged} they are not what was written */
  read(): AsyncIterable<readonly string[]>;
  remove(): Promise<void>;
};

type ScratchRunWriter = {
  /** `record`: a text without a line break. Waiting for it is the back-pressure. @throws {StoreUnwritable} */
  append(record: string): Promise<void> | void;
  /** @throws {StoreUnwritable} */
  end(): Promise<ScratchRun>;
};

/** What one piece of work keeps outside of memory. */
export type ScratchSpool = {
  /** Begins a run; one at a time is written. @throws {StoreUnwritable} there is next to no room, or nothing can be written */
  begin(): Promise<ScratchRunWriter>;
  /** Bytes that its runs take now. */
  bytes(): number;
  /** Removes all of it; what is being read or written of it fails. Any number of times. */
  remove(): Promise<void>;
};

/**
 * Room for what a piece of work cannot hold in memory (ADR 65). What is in it can be read by the object alone that wrote it, and by nobody after its
 * process has ended; what a kill leaves of it is in {@link Scratch.list} until it is removed. A name is as a key of the file store.
 */
export type Scratch = {
  /** Nothing is made before its first run is. A name is used once. */
  open(name: string): ScratchSpool;
  /** What has runs, everybody's; `modifiedAt`: not before the first was begun. */
  list(): Promise<{ name: string; modifiedAt: Date }[]>;
  /** False when there was nothing. */
  remove(name: string): Promise<boolean>;
};

/** Thrown by a run that is not what was written. The work may be done again from its beginning. */
export class ScratchDamaged extends Error {
  override name = "ScratchDamaged";
}
