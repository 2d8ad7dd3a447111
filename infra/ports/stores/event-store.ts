import type { JsonObject } from "../json.ts";
import { StoreBusy } from "../store-errors.ts";

/**
 * Place in the global order. Opaque: up to 100 letters, digits, `.`, `_` and `-`, of one length within a store and
 * comparable with `<` there. Gaps are normal; never do arithmetic. Adapters pad numbers: `{commit, 20 digits}-{prepare,
 * 20 digits}`.
 */
export type Position = string;

export type EventToAppend = {
  /** Id of any text. Stores don't index ids; writers avoid duplicates. */
  id: string;
  /** Neither types nor our streams begin with `$`. The engine's own do, and may be among ours in the global order. */
  type: string;
  data: JsonObject;
  metadata: JsonObject;
};

export type RecordedEvent = EventToAppend & {
  stream: string;
  /** Number in the stream, from 0. */
  version: number;
  position: Position;
};

export type AppendResult = {
  /** Version and position of the last event appended. */
  version: number;
  position: Position;
};

/** The version that the writer saw; "no-stream": must not exist. */
export type ExpectedVersion = number | "no-stream";

/** Every call but `follow` ends within 10 s; unanswered reads throw {@link StoreBusy}. */
export type EventStore = {
  /** Random id, fixed at creation; part of checkpoints. */
  readonly storeId: string;
  /**
   * Appends all or nothing. Repeating the same events at the same `expectedVersion` gives the first result again,
   * however far the stream has grown. Any other overlap with an earlier append (a part, a superset, the same ids with
   * other contents) is a conflict: two writers may have decided one command differently. Ids may repeat elsewhere, even
   * in this stream, but not within an append. `checked-append.ts` adds this to weaker engines.
   * After {@link AppendUnsettled} the events may appear now, later or never: repeat the append, or read on from
   * `expectedVersion`. After other errors nothing was written.
   * @throws {WrongExpectedVersion}
   * @throws {RangeError} a rule of `append-rules.ts` is broken
   * @throws {AppendTooLarge}
   * @throws {AppendUnsettled}
   * @throws {StreamDamaged} events are missing; these may follow the gap
   * @throws {StoreBusy} no write lock within 2 s
   */
  appendToStream(
    stream: string,
    events: readonly EventToAppend[],
    options: { expectedVersion: ExpectedVersion },
  ): Promise<AppendResult>;
  /**
   * Reads a stream, oldest first, from `fromVersion` (default 0), at most `limit` (default 1,000). An unknown stream is
   * empty.
   * @throws {StreamDamaged}
   */
  readStream(stream: string, options?: { fromVersion?: number; limit?: number }): Promise<RecordedEvent[]>;
  /**
   * Reads all streams after a position, or from the start, in the global order. Nothing ever appears before events
   * already read. Only an empty page is the end.
   */
  readAll(options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /** Reads the streams named `{category}-…`. The cost grows with the category alone. */
  readCategory(category: string, options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /**
   * Calls `handleBatch` with every event after a position, in order, until the signal aborts; then resolves. Batches
   * may repeat, as after a lost connection. A throwing handler rejects the promise. Appends of any process wake it.
   * `types`: others may be left out, except a batch's last event, which marks the position.
   */
  follow(
    options: { after?: Position; batchSize?: number; types?: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** The newest event that `readAll` and followers can see, if any. */
  headPosition(): Promise<Position | undefined>;
  /**
   * Finds the id of the event at a position. Undefined without an event exactly there, even for text that isn't a
   * position.
   */
  findEventId(position: Position): Promise<string | undefined>;
  close(): Promise<void>;
};

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

/** The append has over 500 events or 900 kB of JSON. */
export class AppendTooLarge extends Error {
  override name = "AppendTooLarge";
}

/**
 * The engine didn't respond, and the events can't be found. They may still appear. Repeating exactly this append, or
 * deciding again on the stream's state, takes effect once.
 */
export class AppendUnsettled extends StoreBusy {
  override name = "AppendUnsettled";
  constructor(stream: string, options?: ErrorOptions) {
    super(`The event store did not say whether it took what was appended to ${stream}. Try the same again.`, options);
  }
}
