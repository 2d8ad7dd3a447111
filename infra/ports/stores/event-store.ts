import type { JsonObject } from "../json.ts";
import { StoreBusy } from "../store-errors.ts";

/**
 * Opaque: letters, digits, `.`, `_` and `-`, at most 100 of them, of one length within a store, and comparable with `<`
 * there. Gaps are normal, arithmetic is forbidden. Adapters pad pairs of numbers with zeros: `{commit, 20
 * digits}-{prepare, 20 digits}`.
 */
export type Position = string;

export type EventToAppend = {
  /** Any text. Stores keep no index of ids; avoiding duplicates is the writer's business. */
  id: string;
  /**
   * Never begins with `$`, and neither do our streams: those are the engine's own, and may stand between ours in the
   * global order.
   */
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

/** The last version that the writer has seen; "no-stream" if the stream must not exist. */
export type ExpectedVersion = number | "no-stream";

/** Every call but `follow` ends within 10 s, whatever the engine does; unanswered reads throw {@link StoreBusy}. */
export type EventStore = {
  /** Random and fixed at creation; checkpoints carry it. */
  readonly storeId: string;
  /**
   * Appends all or nothing. Repeating the same events at the same `expectedVersion` gives the first result again,
   * however far the stream has grown. Any other overlap with an earlier append (a piece, a superset, the same ids with
   * other contents) is a conflict: two writers may have decided the same command differently. Ids may repeat elsewhere,
   * even in this stream, but not within one append. `checked-append.ts` gives these guarantees over weaker engines.
   *
   * Answers or throws within 10 s. After {@link AppendUnsettled} the events may stand now, later or never: repeat the
   * same append, or read the stream after `expectedVersion`. After every other error nothing was written.
   * @throws {WrongExpectedVersion} the stream is at another version
   * @throws {RangeError} the append breaks a rule of `append-rules.ts`, such as a duplicate id
   * @throws {AppendTooLarge} over 500 events or 900 kB of JSON
   * @throws {AppendUnsettled} the engine didn't say if it took the events
   * @throws {StreamDamaged} events of the stream are missing; these may stand after the gap
   * @throws {StoreBusy} no write lock within 2 s
   */
  appendToStream(
    stream: string,
    events: readonly EventToAppend[],
    options: { expectedVersion: ExpectedVersion },
  ): Promise<AppendResult>;
  /**
   * Events of one stream from `fromVersion` (default 0), oldest first, at most `limit` (default 1,000). An unknown
   * stream is empty.
   * @throws {StreamDamaged}
   */
  readStream(stream: string, options?: { fromVersion?: number; limit?: number }): Promise<RecordedEvent[]>;
  /**
   * Events of all streams after a position (from the start without one), in the one global order. Nothing ever appears
   * before events already read. A page may be shorter than `limit`; only an empty one is the end.
   */
  readAll(options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /**
   * The same for the streams of one category, named `{category}-…`. Its cost grows with the category alone: for
   * categories of few events.
   */
  readCategory(category: string, options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /**
   * Calls `handleBatch` with every event after a position, in order, one batch at a time, until the signal aborts; then
   * resolves. A batch may repeat, for instance after a lost connection. A throwing handler rejects the promise. Appends
   * of any process wake it; how soon is up to the engine. `types`: others may be left out of a batch, except its last
   * event, which marks the position.
   */
  follow(
    options: { after?: Position; batchSize?: number; types?: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Position of the newest event that `readAll` and followers can see; undefined while there is none. */
  headPosition(): Promise<Position | undefined>;
  /** Undefined if no event stands at exactly this position, also for text that isn't a position of this store. */
  findEventId(position: Position): Promise<string | undefined>;
  close(): Promise<void>;
};

export class WrongExpectedVersion extends Error {
  override name = "WrongExpectedVersion";
  readonly stream: string;
  readonly expected: ExpectedVersion;
  /** May be higher by now if others append to the stream. */
  readonly actual: number | "no-stream";
  constructor(stream: string, expected: ExpectedVersion, actual: number | "no-stream") {
    super(`Stream ${stream} is at ${actual}, not at ${expected}.`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Over 500 events or 900 kB. */
export class AppendTooLarge extends Error {
  override name = "AppendTooLarge";
}

/**
 * Thrown when the engine didn't answer an append, and a read afterwards didn't find the events. They may still appear.
 * Repeating exactly this append, or deciding again on the stream's state, takes effect once.
 */
export class AppendUnsettled extends StoreBusy {
  override name = "AppendUnsettled";
  constructor(stream: string, options?: ErrorOptions) {
    super(`The event store did not say whether it took what was appended to ${stream}. Try the same again.`, options);
  }
}
