import type { Position } from "../ports/stores/event-store.ts";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { NoAnswer } from "../ports/within.ts";
import type { Beginning, Server } from "./asking.ts";
import { openFeed } from "./feed.ts";
import { isBehind, type LogPosition } from "./positions.ts";

/** `category`: only its events; default: those of all our streams. */
export type LogQuestion = { category?: string | undefined; after?: Position | undefined; limit: number };

export type ReadLog = ReturnType<typeof createReadLog>;

/**
 * Reads by a subscription until it has caught up, because the client's readAll takes no filter. If time runs out
 * without an event, the next call with the same question continues there. `until`: steady time, ms.
 */
export const createReadLog = (server: Server & Beginning) => {
  /** Places that calls reached without finding anything in time, by question. */
  const reached = new Map<string, LogPosition>();

  return async (
    from: LogPosition,
    { category, after, limit }: LogQuestion,
    until: number,
  ): Promise<UnsealedEvent[]> => {
    const question = `${category ?? ""} ${after ?? ""}`;
    const begin = reached.get(question) ?? from;
    reached.delete(question);
    const feed = openFeed(server, isBehind(begin, from) ? begin : from, { batchSize: limit, category });
    const events: UnsealedEvent[] = [];
    try {
      while (events.length < limit && feed.standing() !== "caught-up") {
        const left = until - server.clock.steady();
        if (left <= 0) break;
        events.push(...((await feed.next(left)) ?? []));
      }
      if (events.length > 0 || feed.standing() === "caught-up") return events.slice(0, limit);
      reached.set(question, feed.through());
      throw new NoAnswer("there was no time to look through the log");
    } finally {
      feed.end();
    }
  };
};
