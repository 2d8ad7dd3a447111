import { createHash } from "node:crypto";
import { createCheckedAppend, enginePatience } from "../ports/checked-append.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventStore } from "../ports/event-store.ts";
import type { ReadAppends } from "../ports/moving.ts";
import { withAppendStart, withoutSeal } from "../ports/sealed-event.ts";
import { createAppendEngine } from "./appending.ts";
import type { Server } from "./asking.ts";
import { readCategory } from "./category.ts";
import { FencedClient } from "./client.ts";
import { follow, type Log } from "./follow.ts";
import { endOfLog, idAt, newestPosition, readAll, readStream } from "./reading.ts";
import { openStoreId } from "./store-id.ts";
import { nameOf, readEventStoreUrl } from "./url.ts";

/** ms. `connect`: until the server's first answer; `quiet`: after which a subscription that says nothing is asked about. */
export const eventStorePatience = { ...enginePatience, connect: 20_000, quiet: 15_000 };

export type EventStoreDbOptions = {
  /** `EVENTSTORE_URL` ({@link readEventStoreUrl}). */
  url: string;
  clock: Pick<Clock, "steady">;
  /** Told when events no longer come, and when they do again. */
  log?: Log;
  patience?: typeof eventStorePatience;
};

/** The log is read at once, as a user may be let in and still not read it. */
const begin = async (server: Server, ms: number) => {
  const begun = await openStoreId(server, ms);
  await endOfLog(server, ms);
  return begun;
};

/**
 * The event store on a server or cluster of EventStoreDB, 23.10 or newer (ADR 30 and 87). Resolves when it has answered.
 * @throws {Error} the URL is none; a sentence that names the setting
 * @throws {StoreBusy} it does not answer within 20 s; a sentence that names it and says why
 * @throws {StoreUnwritable} it refuses the name and password, or to read all streams
 */
export const createEventStoreDbEventStore = async ({
  url,
  clock,
  log,
  patience = eventStorePatience,
}: EventStoreDbOptions): Promise<EventStore & { readAppends: ReadAppends }> => {
  const connection = readEventStoreUrl(url);
  const client = new FencedClient(connection);
  const server = { client, server: nameOf(connection), prefix: connection.prefix, clock, silence: { lasts: false } };
  const { storeId, beginning } = await begin(server, patience.connect).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const ours = { ...server, beginning, log };
  const ms = patience.read;
  return {
    storeId,
    appendToStream: createCheckedAppend(
      createAppendEngine(server, patience),
      (text) => createHash("sha256").update(text).digest("hex"),
      patience,
    ),
    readStream: async (stream, { fromVersion = 0, limit = 1_000 } = {}) =>
      (await readStream(server, stream, { fromVersion, limit, ms })).map(withoutSeal),
    readAll: async (options) => (await readAll(ours, { ...options, ms })).map(withoutSeal),
    readAppends: async (options) => (await readAll(ours, { ...options, ms })).map(withAppendStart),
    readCategory: (category, options) => readCategory(ours, category, { ...options, ms }),
    follow: (options, handleBatch, signal) => follow(ours, patience, options, handleBatch, signal),
    headPosition: () => newestPosition(ours, ms),
    eventIdAt: (position) => idAt(server, position, ms),
    close: () => client.close(),
  };
};
