import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type ResolvedEvent,
  type StreamingRead,
  StreamNotFoundError,
} from "@eventstore/db-client";
import type { Clock } from "../ports/clock.ts";
import type { Position } from "../ports/event-store.ts";
import type { UnsealedEvent } from "../ports/sealed-event.ts";
import { NoAnswer } from "../ports/within.ts";
import type { FencedClient } from "./client.ts";
import { fromPosition, type LogPosition, toPosition } from "./positions.ts";
import { ourEvent, ourEventOf } from "./recorded.ts";
import { isNoSuchPlace, patiently } from "./troubles.ts";

/** What every call needs. */
export type Server = {
  client: FencedClient;
  /** As sentences name it. */
  server: string;
  /** Begins the name of each of this Sheaf's streams there. */
  prefix: string;
  clock: Pick<Clock, "steady">;
};

/** Where this Sheaf's events begin: behind the event that holds the store's id. */
export type Beginning = { beginning: LogPosition };

/** Another node may lag behind what the leader has acknowledged. */
export const ofLeader = { requiresLeader: true };

/**
 * All that the server streams as the answer to one question. The client's reads have no deadline.
 * @throws {NoAnswer} it has not ended within `ms`
 */
export const collect = <Event>(reading: StreamingRead<Event>, ms: number): Promise<Event[]> =>
  new Promise((resolve, reject) => {
    const events: Event[] = [];
    const timer = setTimeout(
      () => {
        reject(new NoAnswer(`there was no answer within ${Math.round(ms)} ms`));
        // It fails where there is no connection, and then there is nothing to cancel.
        reading.cancel().catch(() => undefined);
      },
      Math.max(1, ms),
    );
    reading.on("data", (event: Event) => void events.push(event));
    reading.on("end", () => {
      clearTimeout(timer);
      resolve(events);
    });
    // It stays: what the client says later, as of a connection that ended, is nobody's error any more.
    reading.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });

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

/** @throws {RangeError} it is no position of such a store */
export const placeOf = (position: Position): LogPosition => {
  const place = fromPosition(position);
  if (!place) throw new RangeError(`${JSON.stringify(position)} is no position in an EventStoreDB.`);
  return place;
};

export const readAll = async (
  { client, prefix, beginning, ...rest }: Server & Beginning,
  { after, limit, ms }: { after?: Position | undefined; limit: number; ms: number },
): Promise<UnsealedEvent[]> => {
  const start = after === undefined ? beginning : placeOf(after);
  return patiently(rest, ms, async (left) => {
    const end = rest.clock.steady() + left;
    const events: UnsealedEvent[] = [];
    let from = start;
    for (let maxCount = Math.min(limit + 1, mostOfPage); events.length < limit; maxCount = mostOfPage) {
      const reading = client.readAll({ direction: FORWARDS, fromPosition: from, maxCount, ...ofLeader });
      const page = await collect<AllStreamResolvedEvent>(reading, end - rest.clock.steady());
      // It begins at a position: the first is the last one of before.
      const behind = page.filter(({ event }) => event && toPosition(event.position) > toPosition(from));
      events.push(...behind.flatMap((resolved) => ourEvent(resolved, prefix) ?? []));
      if (page.length < maxCount) break;
      from = page.at(-1)?.event?.position ?? from;
    }
    return events.slice(0, limit);
  });
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

/** Of the event that stands at exactly this position. */
export const idAt = async (
  { client, prefix, ...rest }: Server,
  position: Position,
  ms: number,
): Promise<string | undefined> => {
  const place = fromPosition(position);
  if (!place) return undefined;
  return patiently(rest, ms, async (left) => {
    const reading = client.readAll({ direction: FORWARDS, fromPosition: place, maxCount: 1, ...ofLeader });
    try {
      const [resolved] = await collect<AllStreamResolvedEvent>(reading, left);
      const event = resolved && ourEvent(resolved, prefix);
      return event?.position === position ? event.id : undefined;
    } catch (error) {
      if (isNoSuchPlace(error)) return undefined;
      throw error;
    }
  });
};
