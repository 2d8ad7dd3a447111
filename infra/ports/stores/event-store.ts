import { StoreBusy } from "../busy.ts";
import type { JsonObject } from "../json.ts";

/**
 * Opaque: letters, digits, `.`, `_` and `-`, 100 of them at most, of one length within a store, and comparable with `<` there.
 * Gaps are normal, arithmetic is forbidden. An adapter whose engine has pairs of numbers pads both with zeros:
 * `{commit, 20 digits}-{prepare, 20 digits}`.
 */
export type Position = string;

export type EventToAppend = {
  /** Made by the writer, any text. No store is asked to keep an index of them: what stands twice in a store is the writer's business. */
  id: string;
  /** Neither types nor streams of ours begin with `$`: those are the engine's own, and may stand between ours where all is read. */
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

/** Every call but `follow` ends within 10 s, whatever the engine does: a question that it does not answer with {@link StoreBusy}. */
export type EventStore = {
  /** Random and fixed at creation; checkpoints carry it. */
  readonly storeId: string;
  /**
   * Appends all or nothing. The same events at the same `expectedVersion` once more answer the first result, however far the stream has gone
   * on. An append that overlaps an earlier one otherwise (a piece of it, more than it, or the same ids with other contents: two may have
   * decided one command each in its way) is a conflict and writes nothing. Ids that stand
   * elsewhere, in this stream too, are no obstacle; one that comes twice in the append is refused. Engines that promise less are made to by
   * `checked-append.ts`.
   *
   * It answers or throws within 10 s, whatever the engine does. One that threw {@link AppendUnsettled} may stand, may come to stand yet, or
   * may never: the same append once more tells, or a look at the stream behind `expectedVersion`. Every other error says that nothing was
   * written.
   * @throws {WrongExpectedVersion} the stream is at another version
   * @throws {RangeError} what no engine is asked for, among it the same id twice (`append-rules.ts`)
   * @throws {AppendTooLarge} over 500 events or 900 kB of JSON
   * @throws {AppendUnsettled} the engine did not say whether it took it
   * @throws {StreamDamaged} events of the stream are missing; these may stand behind the gap
   * @throws {StoreBusy} no write lock within 2 s
   */
  appendToStream(
    stream: string,
    events: readonly EventToAppend[],
    options: { expectedVersion: ExpectedVersion },
  ): Promise<AppendResult>;
  /** Events of one stream from `fromVersion` (default 0) on, oldest first, at most `limit` (default 1,000). An unknown stream is empty. @throws {StreamDamaged} */
  readStream(stream: string, options?: { fromVersion?: number; limit?: number }): Promise<RecordedEvent[]>;
  /**
   * Events of all streams after a position (from the start without one), in the one global order. Nothing ever comes to stand before what
   * was read. A page may be shorter than `limit`; only an empty one is the end.
   */
  readAll(options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /**
   * The same of the streams of one category alone, those called `{category}-…`. It may cost what that category has, and no more: for
   * categories of few events.
   */
  readCategory(category: string, options: { after?: Position; limit: number }): Promise<RecordedEvent[]>;
  /**
   * Calls `handleBatch` with every event after a position, in order, one batch at a time, until the signal aborts; then resolves.
   * A batch may come again, as after a lost connection. A throwing handler rejects the promise. Appends of this and other processes wake it;
   * how soon is the engine's business. `types`: of a batch the others may be left out, but never its last event: there the reading stands.
   */
  follow(
    options: { after?: Position; batchSize?: number; types?: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Position of the newest event that `readAll` would answer, and a follower be given; undefined while there is none. */
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
  /** Of a stream that others append to, it may be more by now. */
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

/**
 * Thrown by an append that the engine did not answer, or whose connection broke, and whose events did not stand when the stream was read
 * afterwards: they may come to stand yet. Who repeats exactly this append, or decides anew on what the stream then holds, does it once.
 */
export class AppendUnsettled extends StoreBusy {
  override name = "AppendUnsettled";
  constructor(stream: string, options?: ErrorOptions) {
    super(`The event store did not say whether it took what was appended to ${stream}. Try the same again.`, options);
  }
}
