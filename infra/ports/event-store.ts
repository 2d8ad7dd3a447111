import type { JsonObject } from "./json.ts";

/** Fixed-width and zero-padded: comparable with `<` within one store. Gaps are normal, arithmetic is forbidden. */
export type Position = string;

export type EventToAppend = {
  /** Made by the writer. No store is asked to keep an index of them: what stands twice in a store is the writer's business. */
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
   * Appends all or nothing. The same ids at the same `expectedVersion` once more answer the first result; so may an append whose first
   * ids are those that stand there, though the others are not written: whoever must know compares the version.
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
  /** Id of the event that stands at exactly this position; undefined where none does, also for what is no position of this store. */
  eventIdAt(position: Position): Promise<string | undefined>;
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
