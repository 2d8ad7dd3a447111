import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type ResolvedEvent,
  StreamNotFoundError,
} from "@eventstore/db-client";
import type { Position } from "../ports/event-store.ts";
import type { UnsealedEvent } from "../ports/sealed-event.ts";
import { collect, ofLeader, type Server } from "./asking.ts";
import { fromPosition, type LogPosition } from "./positions.ts";
import { ourEvent, ourEventOf } from "./recorded.ts";
import { readStoreId } from "./store-id.ts";
import { askAtPlace, isRefused, LogRefused, NoSuchPlace, patiently } from "./troubles.ts";

export const readStream = (
  { client, prefix, ...rest }: Server,
  stream: string,
  { fromVersion, limit, ms }: { fromVersion: number; limit: number; ms: number },
): Promise<UnsealedEvent[]> =>
  patiently({ ...rest, stream }, ms, async (left) => {
    if (limit < 1) return [];
    const fromRevision = BigInt(Math.max(fromVersion, 0));
    const reading = client.readStream(prefix + stream, { fromRevision, maxCount: limit, ...ofLeader });
    try {
      return (await collect<ResolvedEvent>(reading, left)).map((event) => ourEventOf(event, { prefix }, rest.server));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  });

/** Asks about a position; a refusal without a reason is looked into by reading the store's id. @throws {NoSuchPlace} no event begins there */
export const askAbout = <Answer>(server: Server, ms: number, ask: () => Promise<Answer>): Promise<Answer> =>
  askAtPlace(server.server, ask, () => readStoreId(server, ms));

/** @throws {RangeError} it is no position of such a store */
export const placeOf = (position: Position): LogPosition => {
  const place = fromPosition(position);
  if (!place) throw new RangeError(`${JSON.stringify(position)} is no position in an EventStoreDB.`);
  return place;
};

/** With standard projections on, some five events of the server's follow each of ours. */
const tail = 32;

/**
 * `end`: where the newest event stands, whoever wrote it; undefined in an empty log. `newest`: the newest of ours, if it is among the last 32.
 * @throws {LogRefused} the user may not read all streams
 */
export const readEnd = async (
  server: Server,
  ms: number,
): Promise<{ end: LogPosition | undefined; newest: Position | undefined }> => {
  const reading = server.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: tail, ...ofLeader });
  const events = await collect<AllStreamResolvedEvent>(reading, ms).catch((error: unknown) => {
    throw isRefused(error) ? new LogRefused(server.server, { cause: error }) : error;
  });
  server.silence.heard += 1;
  const ours = events.map((resolved) => ourEvent(resolved, server)).find((event) => event !== undefined);
  return { end: events[0]?.event?.position, newest: ours?.position };
};

/** The event of ours that stands at exactly this position; undefined where none does. */
export const eventAt = async (server: Server, position: Position, ms: number): Promise<UnsealedEvent | undefined> => {
  const place = placeOf(position);
  const options = { direction: FORWARDS, fromPosition: place, maxCount: 1, ...ofLeader } as const;
  try {
    const [resolved] = await askAbout(server, ms, () =>
      collect<AllStreamResolvedEvent>(server.client.readAll(options), ms),
    );
    const event = resolved && ourEvent(resolved, server);
    return event?.position === position ? event : undefined;
  } catch (error) {
    if (error instanceof NoSuchPlace) return undefined;
    throw error;
  }
};
