import type { JsonObject } from "./json.ts";

/** Fixed-width and zero-padded: comparable with `<` within one store. Gaps are normal, arithmetic is forbidden. */
export type Position = string;

export type EventToAppend = {
  /** Unique in the store; a repeated append of the same ids answers the first result. */
  id: string;
  type: string;
  data: JsonObject;
  metadata: JsonObject;
};

export type RecordedEvent = EventToAppend & {
  stream: string;
  /** 0 for the first event of a stream. */
  version: number;
  position: Position;
};

export type AppendResult = {
  /** Version and position of the last event appended. */
  version: number;
  position: Position;
};

/** The version of the last event the writer has seen, or that the stream must not exist. */
export type ExpectedVersion = number | "no-stream";

export type EventStore = {
  /** Random and fixed at creation; checkpoints carry it. */
  readonly storeId: string;
  /**
   * Appends all or nothing.
   * @throws {WrongExpectedVersion} the stream is at another version
   * @throws {AppendTooLarge} over 500 events or 900 kB of JSON
   * @throws {StoreBusy} no write lock within 2 s
   */
  appendToStream(
    stream: string,
    events: readonly EventToAppend[],
    options: { expectedVersion: ExpectedVersion },
  ): Promise<AppendResult>;
  /** Events of one stream from `fromVersion` (default 0) on, oldest first, at most `limit` (default 1,000). An unknown stream is empty. */
  readStream(stream: string, options?: { fromVersion?: number; limit?: number }): Promise<RecordedEvent[]>;
  /** Events of all streams after a position (from the start without one), in the one global order. */
  readAll(options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /**
   * Calls `handleBatch` with every event after a position, in order, one batch at a time, until the signal aborts; then resolves.
   * A batch may come again, as after a lost connection. A throwing handler rejects the promise. Wakes within 50 ms of an append by this or another process.
   */
  follow(
    options: { after?: Position; batchSize?: number },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Position of the newest event; undefined while the store is empty. */
  headPosition(): Promise<Position | undefined>;
  close(): Promise<void>;
};

/** Thrown by an append when the stream is not at the version the writer saw. */
export class WrongExpectedVersion extends Error {
  override name = "WrongExpectedVersion";
  readonly stream: string;
  readonly expected: ExpectedVersion;
  readonly actual: number | "no-stream";
  constructor(stream: string, expected: ExpectedVersion, actual: number | "no-stream") {
    super(`Stream ${stream} is at ${actual}, not at ${expected}.`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Thrown by an append of more than 500 events or 900 kB. */
export class AppendTooLarge extends Error {
  override name = "AppendTooLarge";
}

/** An id of the append is in the store already, and it is not the same append again: no retry will help. */
export class OverlappingAppend extends WrongExpectedVersion {
  override name = "OverlappingAppend";
  constructor(stream: string, expected: ExpectedVersion, actual: number | "no-stream", id: string) {
    super(stream, expected, actual);
    this.message = `Event ${id} for stream ${stream} is in the store already. Give new events new ids.`;
  }
}
