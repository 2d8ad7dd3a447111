import { type ResolvedEvent, StreamNotFoundError } from "@eventstore/db-client";
import type { Position } from "../ports/stores/event-store.ts";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { NoAnswer } from "../ports/timeout.ts";
import { retryUntilAnswered } from "./errors.ts";
import { toOurEvent } from "./event-mapping.ts";
import { type LogProgress, type LogProgressTracker, progressStream } from "./log-progress.ts";
import { fromPosition, isAfter, type LogPosition, toPosition } from "./positions.ts";
import type { LogQuery, ReadLog } from "./read-log.ts";
import { askAboutPosition, eventAt, toLogPosition } from "./read-stream.ts";
import { collect, type LogStart, requireLeader, type Server } from "./server.ts";

type CategoryQuery = LogQuery & { category: string };

/** Entries per read of the places stream. */
const linksPerRead = 1_000;

const positionOf = ({ metadata }: NonNullable<ResolvedEvent["link"]>): Position | undefined => {
  const { position } = metadata as { position?: unknown };
  return typeof position === "string" && fromPosition(position) ? position : undefined;
};

/**
 * A linked category is read by its links. The rest, and other categories, come from the log, where the server filters.
 */
export const createReadCategory = (
  server: Server & LogStart & { linked: readonly string[] },
  tracker: LogProgressTracker,
  readLog: ReadLog,
) => {
  const { client, clock, prefix, beginning } = server;
  /** Where the next call may continue. */
  let cursor: { after: Position; revision: number } | undefined;

  /** Reads entries of the places stream. Undefined if one is missing. */
  const readEntries = async (first: number, last: number, deadline: number) => {
    const maxCount = Math.min(linksPerRead, last + 1 - first);
    const options = { fromRevision: BigInt(first), maxCount, resolveLinkTos: true, ...requireLeader };
    const reading = client.readStream(prefix + progressStream, options);
    const page = await collect<ResolvedEvent>(reading, deadline - clock.steady()).catch((error: unknown) => {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    });
    const isWhole = page.every(({ event, link }, at) => Number((link ?? event)?.revision) === first + at);
    return isWhole && page.length === maxCount ? page : undefined;
  };

  /** A cut stream's event stays in the log until a scavenge. */
  const readLinked = async ({ event }: ResolvedEvent, position: Position, deadline: number) => {
    if (!event) return eventAt(server, position, deadline - clock.steady());
    // Behind a link, the server gives only part of the position.
    return toOurEvent({ event: { ...event, position: toLogPosition(position) } } as ResolvedEvent, server);
  };

  /** Reads events by their links. Undefined if an entry is missing or unexpected. */
  const readLinks = async (
    progress: LogProgress,
    query: CategoryQuery,
    deadline: number,
  ): Promise<UnsealedEvent[] | undefined> => {
    const { category, after, limit } = query;
    const events: UnsealedEvent[] = [];
    const start =
      cursor &&
      after !== undefined &&
      after >= cursor.after &&
      cursor.revision >= progress.firstRevision &&
      cursor.revision <= progress.lastRevision
        ? cursor
        : undefined;
    let next = start?.revision ?? progress.firstRevision;
    while (next <= progress.lastRevision && events.length < limit) {
      const page = await readEntries(next, progress.lastRevision, deadline);
      if (!page) return undefined;
      for (const entry of page) {
        const revision = next;
        next += 1;
        const position = entry.link && positionOf(entry.link);
        if (start?.revision === revision && position !== start.after) {
          // An older copy of the log replaced it.
          cursor = undefined;
          return readLinks(progress, query, deadline);
        }
        if (!entry.link) continue;
        if (position === undefined) return undefined;
        if (after !== undefined && position <= after) continue;
        const found = await readLinked(entry, position, deadline);
        if (!found?.stream.startsWith(`${category}-`)) continue;
        events.push(found);
        cursor = { after: position, revision };
        if (events.length >= limit) break;
      }
    }
    return events;
  };

  const readByLinks = async (from: LogPosition, query: CategoryQuery, deadline: number): Promise<UnsealedEvent[]> => {
    const { after, limit } = query;
    const progress = await tracker.look(deadline - clock.steady());
    if (progress.linked === undefined || (after !== undefined && after >= progress.linked)) return [];
    const isRecorded = isAfter(progress.recordedThrough, from);
    const events = isRecorded ? await readLinks(progress, query, deadline) : [];
    if (!events) {
      cursor = undefined;
      tracker.distrust(progress);
      return readLog(from, query, deadline);
    }
    if (events.length >= limit || progress.linked <= toPosition(progress.recordedThrough)) return events;
    const rest = { ...query, limit: limit - events.length };
    const late = await readLog(isRecorded ? progress.recordedThrough : from, rest, deadline).catch((error: unknown) => {
      // The next call continues here.
      if (error instanceof NoAnswer && events.length > 0) return [];
      throw error;
    });
    return [...events, ...late];
  };

  return async (query: CategoryQuery & { ms: number }): Promise<UnsealedEvent[]> => {
    const { category, after, limit, ms } = query;
    const from = after === undefined ? beginning : toLogPosition(after);
    return retryUntilAnswered(server, ms, async (left) => {
      const deadline = clock.steady() + left;
      const read = server.linked.includes(category) ? readByLinks : readLog;
      return askAboutPosition(server, left, () => read(from, { category, after, limit }, deadline));
    });
  };
};
