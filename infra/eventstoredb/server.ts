import type { StreamingRead } from "@eventstore/db-client";
import type { LRUCache } from "lru-cache";
import type { Clock } from "../ports/clock.ts";
import { NoAnswer } from "../ports/timeout.ts";
import type { FencedClient } from "./client.ts";
import type { ServerLiveness } from "./errors.ts";
import type { OurStreams } from "./event-mapping.ts";
import type { LogPosition } from "./positions.ts";

export type Server = OurStreams & {
  client: FencedClient;
  server: string;
  clock: Pick<Clock, "steady">;
  liveness: ServerLiveness;
  /** Last known version by stream, which may have grown since. */
  lastVersions: LRUCache<string, number>;
};

/** `beginning`: the position just after the event with the store's id. */
export type LogStart = { beginning: LogPosition };

/** Other nodes may lag behind acknowledged writes. */
export const requireLeader = { requiresLeader: true };

/**
 * Collects a read within a deadline, which the client's reads don't have.
 * @throws {NoAnswer} it has not ended within `ms`
 */
export const collect = <Event>(reading: StreamingRead<Event>, ms: number): Promise<Event[]> =>
  new Promise((resolve, reject) => {
    const events: Event[] = [];
    const timer = setTimeout(
      () => {
        reject(new NoAnswer(`there was no answer within ${Math.round(ms)} ms`));
        // Without a connection, there is nothing to cancel.
        reading.cancel().catch(() => undefined);
      },
      Math.max(1, ms),
    );
    reading.on("data", (event: Event) => void events.push(event));
    reading.on("end", () => {
      clearTimeout(timer);
      resolve(events);
    });
    // Never removed: late errors must not be unhandled.
    reading.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
