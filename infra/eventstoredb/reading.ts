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
import { type Beginning, collect, ofLeader, type Server } from "./asking.ts";
import { fromPosition, type LogPosition, toPosition } from "./positions.ts";
import { ourEvent, ourEventOf } from "./recorded.ts";
import { readStoreId } from "./store-id.ts";
import { AccessRefused, askAtPlace, LogRefused, NoSuchPlace, patiently } from "./troubles.ts";

/** At most so many events are asked for at once: what stands between ours is passed over page by page. */
const mostOfPage = 2_000;

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
      return (await collect<ResolvedEvent>(reading, left)).map((event) => ourEventOf(event, prefix, rest.server));
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

export const readAll = async (
  server: Server & Beginning,
  { after, limit, ms }: { after?: Position | undefined; limit: number; ms: number },
): Promise<UnsealedEvent[]> => {
  const { client, prefix, beginning, clock } = server;
  const start = after === undefined ? beginning : placeOf(after);
  return patiently(server, ms, async (left) => {
    const end = clock.steady() + left;
    const events: UnsealedEvent[] = [];
    let from = start;
    for (let maxCount = Math.min(limit + 1, mostOfPage); events.length < limit; maxCount = mostOfPage) {
      const page = await askAbout(server, end - clock.steady(), () => {
        const reading = client.readAll({ direction: FORWARDS, fromPosition: from, maxCount, ...ofLeader });
        return collect<AllStreamResolvedEvent>(reading, end - clock.steady());
      });
      // It begins at a position: the first is the last one of before.
      const behind = page.filter(({ event }) => event && toPosition(event.position) > toPosition(from));
      events.push(...behind.flatMap((resolved) => ourEvent(resolved, prefix) ?? []));
      if (page.length < maxCount) break;
      from = page.at(-1)?.event?.position ?? from;
    }
    return events.slice(0, limit);
  });
};

/** Where the newest event stands, whoever wrote it; undefined in an empty log. @throws {LogRefused} the user may not read all streams */
export const endOfLog = async (server: Server, ms: number): Promise<LogPosition | undefined> => {
  const ask = (left: number) => {
    const reading = server.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, ...ofLeader });
    return collect<AllStreamResolvedEvent>(reading, left);
  };
  try {
    const [newest] = await patiently(server, ms, ask);
    return newest?.event?.position;
  } catch (error) {
    throw error instanceof AccessRefused ? new LogRefused(server.server, { cause: error }) : error;
  }
};

/** Reads backwards over what is not ours to the newest event that is. */
export const newestPosition = (
  { client, prefix, beginning, ...rest }: Server & Beginning,
  ms: number,
): Promise<Position | undefined> =>
  patiently(rest, ms, async (left) => {
    const end = rest.clock.steady() + left;
    const first = toPosition(beginning);
    let from: LogPosition | typeof END = END;
    for (let maxCount = 8; ; maxCount = Math.min(maxCount * 8, mostOfPage)) {
      const reading = client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount, ...ofLeader });
      const page = await collect<AllStreamResolvedEvent>(reading, end - rest.clock.steady());
      const found = page.map((resolved) => ourEvent(resolved, prefix)).find((event) => event !== undefined);
      if (found) return found.position;
      const last = page.at(-1)?.event?.position;
      if (!last || page.length < maxCount || toPosition(last) <= first) return undefined;
      from = last;
    }
  });

/** Id of the event that stands at exactly this position. */
export const idAt = async (server: Server, position: Position, ms: number): Promise<string | undefined> => {
  const place = fromPosition(position);
  if (!place) return undefined;
  const { client, prefix } = server;
  const ask = (left: number) =>
    collect<AllStreamResolvedEvent>(
      client.readAll({ direction: FORWARDS, fromPosition: place, maxCount: 1, ...ofLeader }),
      left,
    );
  try {
    const [resolved] = await patiently(server, ms, (left) => askAbout(server, left, () => ask(left)));
    const event = resolved && ourEvent(resolved, prefix);
    return event?.position === position ? event.id : undefined;
  } catch (error) {
    if (error instanceof NoSuchPlace) return undefined;
    throw error;
  }
};
