import { StoreDamaged, StoreUnwritable, StreamDamaged } from "../busy.ts";
import { within } from "../within.ts";
import { assertAppendable } from "./append-rules.ts";
import {
  AppendTooLarge,
  AppendUnsettled,
  type EventStore,
  type ExpectedVersion,
  type Position,
  WrongExpectedVersion,
} from "./event-store.ts";
import { isWholeAppend, type SealedEvent, type Sha256, sealAll, type UnsealedEvent } from "./sealed-event.ts";

/** What a distributed engine can do, as its adapter calls it. */
export type AppendEngine = {
  /**
   * Appends all or nothing. May take an append for a repeat where every given key stands from `expectedVersion` + 1 on, and then answer
   * without a position; may never settle. The position of an answer that has one is that of the last event, as a read would give it.
   * @throws {WrongExpectedVersion} {AppendTooLarge} {StoreUnwritable} {StoreDamaged} the engine has said of this append that nothing was
   * written; {StreamDamaged} events of the stream are missing; any other error, such as one of the connection, says nothing
   */
  append(
    stream: string,
    events: readonly SealedEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<{ version: number; position?: Position | undefined }>;
  /** Events of one stream, as the writer who wins next would see them: no replica that lags behind is asked. */
  readSealed(stream: string, options: { fromVersion: number; limit: number }): Promise<readonly UnsealedEvent[]>;
};

/**
 * How long an append may take, the look at what stands after it, and any other question, ms: less than a call of the API has. Adapters that
 * leave deadlines to their clients would wait for ever.
 */
export const enginePatience = { append: 4_000, look: 2_000, read: 8_000 };

/** Errors that say that nothing was written, or that no look tells more. */
const settled = [WrongExpectedVersion, AppendTooLarge, StoreUnwritable, StoreDamaged, StreamDamaged];

/**
 * The port's append over an engine that promises less. Every event carries a seal, and is known to the engine by a key made of it, so that
 * a repeat is what the port calls one. What has no answer in time, or an answer without a position, is looked up where it must stand.
 */
export const createCheckedAppend = (
  engine: AppendEngine,
  sha256: Sha256,
  patience: Pick<typeof enginePatience, "append" | "look"> = enginePatience,
): EventStore["appendToStream"] => {
  const lookBack = async (stream: string, events: readonly SealedEvent[], expectedVersion: ExpectedVersion) => {
    const fromVersion = expectedVersion === "no-stream" ? 0 : expectedVersion + 1;
    const read = await within(engine.readSealed(stream, { fromVersion, limit: events.length }), patience.look);
    const last = read.at(-1);
    if (!last) return undefined;
    if (!isWholeAppend(events, read)) throw new WrongExpectedVersion(stream, expectedVersion, last.version);
    return { version: last.version, position: last.position };
  };

  return async (stream, events, options) => {
    const sealed = sealAll(events, assertAppendable(stream, events, options.expectedVersion), sha256);
    let cause: unknown;
    try {
      const answer = await within(engine.append(stream, sealed, options.expectedVersion), patience.append);
      const { version, position } = answer;
      if (position !== undefined) return { version, position };
    } catch (error) {
      if (settled.some((kind) => error instanceof kind)) throw error;
      cause = error;
    }
    try {
      const found = await lookBack(stream, sealed, options.expectedVersion);
      if (found) return found;
    } catch (error) {
      if (error instanceof WrongExpectedVersion || error instanceof StreamDamaged) throw error;
      cause ??= error;
    }
    throw new AppendUnsettled(stream, { cause });
  };
};
