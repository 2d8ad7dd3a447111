import { setTimeout as sleep } from "node:timers/promises";
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type ResolvedEvent,
  StreamNotFoundError,
} from "@eventstore/db-client";
import { computeBackoffMs } from "../ports/retries.ts";
import type { Position } from "../ports/stores/event-store.ts";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { askAtPosition, isRefused, LogRefused, NoSuchPosition, retryUntilAnswered } from "./errors.ts";
import { requireOurEvent, toOurEvent } from "./event-mapping.ts";
import { fromPosition, type LogPosition } from "./positions.ts";
import { collect, requireLeader, type Server } from "./server.ts";
import { readStoreId } from "./store-id.ts";
import { assertNotDeleted, truncatedStreamError } from "./truncated-streams.ts";

/** Reads of a known version: a fresh event may not be in the server's index yet. */
const maxAttempts = 5;

/**
 * Reads a stream. Reading past its end, or without a stream, is no damage.
 * @throws {StreamDamaged}
 */
export const readStream = (
  server: Server,
  stream: string,
  { fromVersion, limit, ms }: { fromVersion: number; limit: number; ms: number },
): Promise<UnsealedEvent[]> =>
  retryUntilAnswered({ ...server, stream: server.prefix + stream }, ms, async (left) => {
    if (limit < 1) return [];
    const { client, clock, prefix, lastVersions } = server;
    const until = clock.steady() + left;
    const first = Math.max(fromVersion, 0);
    const options = { fromRevision: BigInt(first), maxCount: limit, ...requireLeader };
    /** Undefined if the stream doesn't exist. */
    const read = async (): Promise<ResolvedEvent[] | undefined> => {
      try {
        const page = client.readStream(prefix + stream, options);
        return await collect<ResolvedEvent>(page, until - clock.steady());
      } catch (error) {
        if (error instanceof StreamNotFoundError) return undefined;
        throw error;
      }
    };
    const isKnown = first <= (lastVersions.get(stream) ?? -1);
    let found = await read();
    for (let attempts = 1; isKnown && !found?.length && attempts < maxAttempts; attempts += 1) {
      await sleep(computeBackoffMs(attempts, 500));
      found = await read();
    }
    const events = (found ?? []).map((event) => requireOurEvent(event, { prefix }, server.server));
    const isNone = events.length === 0 && (isKnown || (found !== undefined && first === 0));
    if (isNone || events.some(({ version }, at) => version !== first + at))
      throw truncatedStreamError(server, stream, `version ${first} or a later one is not there`);
    if (!found) await assertNotDeleted(server, stream, until - clock.steady());
    return events;
  });

/**
 * Checks an unexplained refusal by reading the store's id.
 * @throws {NoSuchPosition}
 */
export const askAboutPosition = <Answer>(server: Server, ms: number, ask: () => Promise<Answer>): Promise<Answer> =>
  askAtPosition(server.server, ask, () => readStoreId(server, ms));

/** @throws {RangeError} not a position of such a store */
export const toLogPosition = (position: Position): LogPosition => {
  const logPosition = fromPosition(position);
  if (!logPosition) throw new RangeError(`${JSON.stringify(position)} isn't a position in an EventStoreDB.`);
  return logPosition;
};

/** Standard projections add some five events for each of ours. */
const tail = 32;

/**
 * Reads the log's end. `end`: any program's newest event; undefined in an empty log. `newest`: ours, if among the last
 * 32.
 * @throws {LogRefused} the user may not read all streams
 */
export const readEnd = async (
  server: Server,
  ms: number,
): Promise<{ end: LogPosition | undefined; newest: Position | undefined }> => {
  const reading = server.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: tail, ...requireLeader });
  const events = await collect<AllStreamResolvedEvent>(reading, ms).catch((error: unknown) => {
    throw isRefused(error) ? new LogRefused(server.server, { cause: error }) : error;
  });
  server.liveness.messagesReceived += 1;
  const ours = events.map((resolved) => toOurEvent(resolved, server)).find((event) => event !== undefined);
  return { end: events[0]?.event?.position, newest: ours?.position };
};

/** Reads the event at a position. Undefined if none of ours is exactly there. */
export const eventAt = async (server: Server, position: Position, ms: number): Promise<UnsealedEvent | undefined> => {
  const logPosition = toLogPosition(position);
  const options = { direction: FORWARDS, fromPosition: logPosition, maxCount: 1, ...requireLeader } as const;
  try {
    const [resolved] = await askAboutPosition(server, ms, () =>
      collect<AllStreamResolvedEvent>(server.client.readAll(options), ms),
    );
    const event = resolved && toOurEvent(resolved, server);
    return event?.position === position ? event : undefined;
  } catch (error) {
    if (error instanceof NoSuchPosition) return undefined;
    throw error;
  }
};
