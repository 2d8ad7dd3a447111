import { type ResolvedEvent, StreamNotFoundError } from "@eventstore/db-client";
import type { Position } from "../ports/stores/event-store.ts";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { NoAnswer } from "../ports/within.ts";
import { type Beginning, collect, ofLeader, type Server } from "./asking.ts";
import { type Place, type Places, placesStream } from "./places.ts";
import { fromPosition, isBehind, type LogPosition, toPosition } from "./positions.ts";
import type { LogQuestion, ReadLog } from "./read-log.ts";
import { askAbout, eventAt, placeOf } from "./reading.ts";
import { ourEvent } from "./recorded.ts";
import { patiently } from "./troubles.ts";

type Question = LogQuestion & { category: string };

/** Entries of the places stream per read. */
const linksAtOnce = 1_000;

const positionOf = ({ metadata }: NonNullable<ResolvedEvent["link"]>): Position | undefined => {
  const { position } = metadata as { position?: unknown };
  return typeof position === "string" && fromPosition(position) ? position : undefined;
};

/**
 * Reads a linked category by the links in the places stream, as far as they are noted there. The rest, and other
 * categories, come from the log, where the server filters.
 */
export const createReadCategory = (
  server: Server & Beginning & { linked: readonly string[] },
  places: Places,
  readLog: ReadLog,
) => {
  const { client, clock, prefix, beginning } = server;
  /** The link read last; a caller that continues after its event starts there. */
  let cursor: { after: Position; revision: number } | undefined;

  /** Undefined if an entry is missing. */
  const readEntries = async (first: number, last: number, until: number) => {
    const maxCount = Math.min(linksAtOnce, last + 1 - first);
    const options = { fromRevision: BigInt(first), maxCount, resolveLinkTos: true, ...ofLeader };
    const reading = client.readStream(prefix + placesStream, options);
    const page = await collect<ResolvedEvent>(reading, until - clock.steady()).catch((error: unknown) => {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    });
    const isWhole = page.every(({ event, link }, at) => Number((link ?? event)?.revision) === first + at);
    return isWhole && page.length === maxCount ? page : undefined;
  };

  /** If somebody cut the event's stream, the log still has it until a scavenge. */
  const readLinked = async ({ event }: ResolvedEvent, position: Position, until: number) => {
    if (!event) return eventAt(server, position, until - clock.steady());
    // For an event behind a link, the server gives only part of the link's position.
    return ourEvent({ event: { ...event, position: placeOf(position) } } as ResolvedEvent, server);
  };

  /** Undefined if an entry is missing or unexpected. */
  const readLinks = async (place: Place, question: Question, until: number): Promise<UnsealedEvent[] | undefined> => {
    const { category, after, limit } = question;
    const events: UnsealedEvent[] = [];
    const start =
      cursor &&
      after !== undefined &&
      after >= cursor.after &&
      cursor.revision >= place.begins &&
      cursor.revision <= place.revision
        ? cursor
        : undefined;
    let next = start?.revision ?? place.begins;
    while (next <= place.revision && events.length < limit) {
      const page = await readEntries(next, place.revision, until);
      if (!page) return undefined;
      for (const entry of page) {
        const revision = next;
        next += 1;
        const position = entry.link && positionOf(entry.link);
        if (start?.revision === revision && position !== start.after) {
          // The log was replaced by an older copy.
          cursor = undefined;
          return readLinks(place, question, until);
        }
        if (!entry.link) continue;
        if (position === undefined) return undefined;
        if (after !== undefined && position <= after) continue;
        const found = await readLinked(entry, position, until);
        if (!found?.stream.startsWith(`${category}-`)) continue;
        events.push(found);
        cursor = { after: position, revision };
        if (events.length >= limit) break;
      }
    }
    return events;
  };

  const readByLinks = async (from: LogPosition, question: Question, until: number): Promise<UnsealedEvent[]> => {
    const { after, limit } = question;
    const place = await places.look(until - clock.steady());
    if (place.linked === undefined || (after !== undefined && after >= place.linked)) return [];
    const isNoted = isBehind(place.noted, from);
    const events = isNoted ? await readLinks(place, question, until) : [];
    if (!events) {
      cursor = undefined;
      places.distrust(place);
      return readLog(from, question, until);
    }
    if (events.length >= limit || place.linked <= toPosition(place.noted)) return events;
    const rest = { ...question, limit: limit - events.length };
    const late = await readLog(isNoted ? place.noted : from, rest, until).catch((error: unknown) => {
      // The next call continues after these.
      if (error instanceof NoAnswer && events.length > 0) return [];
      throw error;
    });
    return [...events, ...late];
  };

  return async (question: Question & { ms: number }): Promise<UnsealedEvent[]> => {
    const { category, after, limit, ms } = question;
    const from = after === undefined ? beginning : placeOf(after);
    return patiently(server, ms, async (left) => {
      const until = clock.steady() + left;
      const read = server.linked.includes(category) ? readByLinks : readLog;
      return askAbout(server, left, () => read(from, { category, after, limit }, until));
    });
  };
};
