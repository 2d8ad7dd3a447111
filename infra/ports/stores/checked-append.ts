import { StoreDamaged, StoreUnwritable, StreamDamaged } from "../store-errors.ts";
import { withTimeout } from "../timeout.ts";
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

export type AppendEngine = {
  /**
   * Appends all or nothing, but may never settle. If every given key stands from `expectedVersion` + 1 on, may respond
   * as for a repeat, without a position.
   * @throws {WrongExpectedVersion} {AppendTooLarge} {StoreUnwritable} {StoreDamaged} nothing was written;
   * {StreamDamaged} events of the stream are missing; any other error leaves it open
   */
  append(
    stream: string,
    events: readonly SealedEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<{ version: number; position?: Position | undefined }>;
  /** Reads one stream, never from a lagging replica. */
  readSealed(stream: string, options: { fromVersion: number; limit: number }): Promise<readonly UnsealedEvent[]>;
};

/** Timeouts, ms, below an API call's limit. Clients' own deadlines may wait forever. */
export const engineTimeouts = { append: 4_000, look: 2_000, read: 8_000 };

/** A look-up is pointless: nothing was written, or it would tell no more. */
const finalErrors = [WrongExpectedVersion, AppendTooLarge, StoreUnwritable, StoreDamaged, StreamDamaged];

/**
 * The port's append on a weaker engine. Keys derive from the events' seals, so engine and port agree on repeats.
 * Without a response in time, or a position in it, reads the stream at the expected place.
 */
export const createCheckedAppend = (
  engine: AppendEngine,
  sha256: Sha256,
  timeouts: Pick<typeof engineTimeouts, "append" | "look"> = engineTimeouts,
): EventStore["appendToStream"] => {
  const lookBack = async (stream: string, events: readonly SealedEvent[], expectedVersion: ExpectedVersion) => {
    const fromVersion = expectedVersion === "no-stream" ? 0 : expectedVersion + 1;
    const stored = await withTimeout(engine.readSealed(stream, { fromVersion, limit: events.length }), timeouts.look);
    const last = stored.at(-1);
    if (!last) return undefined;
    if (!isWholeAppend(events, stored)) throw new WrongExpectedVersion(stream, expectedVersion, last.version);
    return { version: last.version, position: last.position };
  };

  return async (stream, events, options) => {
    const sealed = sealAll(events, assertAppendable(stream, events, options.expectedVersion), sha256);
    let cause: unknown;
    try {
      const answer = await withTimeout(engine.append(stream, sealed, options.expectedVersion), timeouts.append);
      const { version, position } = answer;
      if (position !== undefined) return { version, position };
    } catch (error) {
      if (finalErrors.some((kind) => error instanceof kind)) throw error;
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
