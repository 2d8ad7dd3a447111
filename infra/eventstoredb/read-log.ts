import type { Position } from "../ports/stores/event-store.ts";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { NoAnswer } from "../ports/timeout.ts";
import { openLogSubscription } from "./log-subscription.ts";
import { isBehind, type LogPosition } from "./positions.ts";
import type { LogStart, Server } from "./server.ts";

/** `category`: only its events; default: those of all our streams. */
export type LogQuery = { category?: string | undefined; after?: Position | undefined; limit: number };

export type ReadLog = ReturnType<typeof createReadLog>;

/**
 * Reads by a subscription until it has caught up, because the client's readAll takes no filter. If time runs out
 * without an event, the next call with the same question continues there. `deadline`: steady time, ms.
 */
export const createReadLog = (server: Server & LogStart) => {
  /** Places that calls reached without finding anything in time, by question. */
  const resumePositions = new Map<string, LogPosition>();

  return async (
    from: LogPosition,
    { category, after, limit }: LogQuery,
    deadline: number,
  ): Promise<UnsealedEvent[]> => {
    const query = `${category ?? ""} ${after ?? ""}`;
    const begin = resumePositions.get(query) ?? from;
    resumePositions.delete(query);
    const subscription = openLogSubscription(server, isBehind(begin, from) ? begin : from, {
      batchSize: limit,
      category,
    });
    const events: UnsealedEvent[] = [];
    try {
      while (events.length < limit && subscription.status() !== "caught-up") {
        const remainingMs = deadline - server.clock.steady();
        if (remainingMs <= 0) break;
        events.push(...((await subscription.next(remainingMs)) ?? []));
      }
      if (events.length > 0 || subscription.status() === "caught-up") return events.slice(0, limit);
      resumePositions.set(query, subscription.reachedPosition());
      throw new NoAnswer("there was no time to look through the log");
    } finally {
      subscription.close();
    }
  };
};
