/** Records written in one go, usually to disk; readable repeatedly until removed. */
export type Run = {
  /** Reads the records in order, in batches. @throws if they differ from what was written */
  read(): AsyncIterable<readonly string[]>;
  remove(): Promise<void>;
};

type RunWriter = {
  /** `record`: without line breaks. */
  append(record: string): Promise<void> | void;
  end(): Promise<Run>;
};

/** Stores runs; implemented by `Scratch` (infra/ports/stores/scratch.ts). */
export type Spool = {
  /** Only one run can be written at a time. */
  begin(): Promise<RunWriter>;
  bytes(): number;
};

/** Lets a report hold more than fits the memory budget (ADR 65). */
export type SpillOptions = {
  spool: Spool;
  /** Estimated bytes in memory beyond which held data goes into a run; see `Scale`. */
  spillAfterBytes: number;
  /** Maximum of all runs together. */
  bytesAtMost: number;
  /** Awaited between records, for the event loop and a shutdown. */
  yieldToEventLoop(): Promise<void> | void;
};
