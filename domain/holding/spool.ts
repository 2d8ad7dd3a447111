/** What was written in one go, on a disk as a rule, and is read back as often as one likes until it is removed. */
export type Run = {
  /** Its records in their order, many at once. @throws when they are not what was written */
  read(): AsyncIterable<readonly string[]>;
  remove(): Promise<void>;
};

/** A run that is being written. */
type RunWriter = {
  /** `record`: a text without a line break. */
  append(record: string): Promise<void> | void;
  end(): Promise<Run>;
};

/** Where runs are written; behind it stands `Scratch` (infra/ports/stores/scratch.ts). */
export type Spool = {
  /** One run is written at a time. */
  begin(): Promise<RunWriter>;
  /** Bytes that its runs take. */
  bytes(): number;
};

/** How a report holds more than memory is to take (ADR 65). */
export type Spilling = {
  spool: Spool;
  /** Counted bytes, in memory, after which what is held goes into a run; see `Scale`. */
  spillAfter: number;
  /** Bytes that all runs together may take. */
  bytesAtMost: number;
  /** Waited for between any two records, so that no moment is long and an end is soon. */
  breathe(): Promise<void> | void;
};
