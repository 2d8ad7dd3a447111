import type { Position } from "../ports/stores/event-store.ts";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { NoAnswer } from "../ports/timeout.ts";
import { openLogSubscription } from "./log-subscription.ts";
import { isAfter, type LogPosition } from "./positions.ts";
import type { LogStart, Server } from "./server.ts";

export type LogQuery = {
  category?: string | undefined;
  after?: Position | undefined;
  limit: number;
};

export type ReadLog = ReturnType<typeof createReadLog>;

/**
 * Reads the log by a subscription, as the client's `readAll` takes no filter. After a timeout without an event, the
 * next call with the same query continues there. `deadline`: steady time, ms.
 */
export const createReadLog = (server: Server & LogStart) => {
  /** Positions reached before a timeout without an event, by query. */
  const resumePositions = new Map<string, LogPosition>();

  return async (
    from: LogPosition,
    { category, after, limit }: LogQuery,
    deadline: number,
  ): Promise<UnsealedEvent[]> => {
    const query = `${category ?? ""} ${after ?? ""}`;
    const begin = resumePositions.get(query) ?? from;
    resumePositions.delete(query);
    const subscription = openLogSubscription(server, isAfter(begin, from) ? begin : from, {
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
      throw new NoAnswer("reading the log timed out");
    } finally {
      subscription.close();
    }
  };
};
