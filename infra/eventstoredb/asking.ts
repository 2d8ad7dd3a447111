import type { StreamingRead } from "@eventstore/db-client";
import type { LRUCache } from "lru-cache";
import type { Clock } from "../ports/clock.ts";
import { NoAnswer } from "../ports/within.ts";
import type { FencedClient } from "./client.ts";
import type { LogPosition } from "./positions.ts";
import type { OurStreams } from "./recorded.ts";
import type { Silence } from "./troubles.ts";

export type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void };

/** The server, and what this process knows of it. */
export type Server = OurStreams & {
  client: FencedClient;
  /** Its name in sentences. */
  server: string;
  clock: Pick<Clock, "steady">;
  silence: Silence;
  /** Versions that this process knows to stand last in streams, or before the last. */
  ends: LRUCache<string, number>;
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
