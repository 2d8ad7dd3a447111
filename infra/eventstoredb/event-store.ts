import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import { createCheckedAppend, engineTimeouts } from "../ports/stores/checked-append.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { ReadAppends } from "../ports/stores/moving.ts";
import { removeSeal, withAppendStart } from "../ports/stores/sealed-event.ts";
import { createAppendEngine } from "./append-engine.ts";
import { FencedClient } from "./client.ts";
import { retryUntilAnswered } from "./errors.ts";
import { follow } from "./follow.ts";
import { createLogProgressTracker, defaultProgressEveryBytes } from "./log-progress.ts";
import { fromPosition } from "./positions.ts";
import { createReadCategory } from "./read-category.ts";
import { createReadLog } from "./read-log.ts";
import { askAboutPosition, eventAt, readEnd, readStream, toLogPosition } from "./read-stream.ts";
import type { Server } from "./server.ts";
import { getOrCreateStoreId } from "./store-id.ts";
import { formatServerName, readEventStoreUrl } from "./url.ts";

/**
 * Timeouts, ms. `connect`: until the server's first response; `quiet`: silence after which a subscription is checked.
 */
export const eventStoreTimeouts = { ...engineTimeouts, connect: 20_000, quiet: 15_000 };

export type EventStoreDbOptions = {
  url: string;
  clock: Pick<Clock, "steady">;
  /** Logs when events stop coming, and when they come again. */
  log?: Pick<Log, "warn" | "info">;
  timeouts?: typeof eventStoreTimeouts;
  /** First parts of our streams' names, as in `shop-t1`, by which the server filters. Absent for tests with others. */
  categories?: readonly string[];
  /** Categories that are read through links, from their beginning. */
  linked?: readonly string[];
  /** Bytes of the log between two notes of progress. */
  progressEveryBytes?: number;
};

/** Streams whose last version is remembered. */
const maxEnds = 10_000;

/** Connects, and reads the log: a user may log in without access to it. */
const begin = async (server: Server, ms: number) => {
  const begun = await getOrCreateStoreId(server, ms);
  await retryUntilAnswered(server, ms, (left) => readEnd(server, left));
  return begun;
};

/**
 * Creates the event store on EventStoreDB 23.10 or newer, a server or a cluster (ADR 30 and 87).
 * @throws {Error} invalid URL; names the setting
 * @throws {StoreBusy} no response within 20 s; names the server and the cause
 * @throws {StoreUnwritable} it refuses the login, or access to all streams
 */
export const createEventStoreDbEventStore = async ({
  url,
  clock,
  log,
  timeouts = eventStoreTimeouts,
  categories,
  linked = [],
  progressEveryBytes = defaultProgressEveryBytes,
}: EventStoreDbOptions): Promise<EventStore & { readAppends: ReadAppends }> => {
  const connection = readEventStoreUrl(url);
  const client = new FencedClient(connection);
  const server = {
    client,
    server: formatServerName(connection),
    prefix: connection.prefix,
    categories,
    clock,
    liveness: { isSilent: false, messagesReceived: 0 },
    lastVersions: new LRUCache<string, number>({ max: maxEnds }),
  };
  const { storeId, beginning } = await begin(server, timeouts.connect).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const logServer = { ...server, beginning, log, linked };
  const ms = timeouts.read;
  const tracker = createLogProgressTracker(logServer, progressEveryBytes);
  const readLog = createReadLog(logServer);
  const readCategory = createReadCategory(logServer, tracker, readLog);
  const readAll = ({ after, limit }: Parameters<EventStore["readAll"]>[0]) => {
    const from = after === undefined ? beginning : toLogPosition(after);
    return retryUntilAnswered(server, ms, (left) =>
      askAboutPosition(server, left, () => readLog(from, { after, limit }, clock.steady() + left)),
    );
  };
  const append = createCheckedAppend(
    createAppendEngine(server, { appendMs: timeouts.append, readMs: timeouts.look }),
    (text) => createHash("sha256").update(text).digest("hex"),
    timeouts,
  );
  return {
    storeId,
    async appendToStream(stream, events, options) {
      if (categories && !categories.some((category) => stream.startsWith(`${category}-`)))
        throw new RangeError(`${stream} is of no category that EventStoreDB is asked for: nobody would read it.`);
      return append(stream, events, options);
    },
    readStream: async (stream, { fromVersion = 0, limit = 1_000 } = {}) =>
      (await readStream(server, stream, { fromVersion, limit, ms })).map(removeSeal),
    readAll: async (options) => (await readAll(options)).map(removeSeal),
    readAppends: async (options) => (await readAll(options)).map(withAppendStart),
    readCategory: async (category, options) => (await readCategory({ ...options, category, ms })).map(removeSeal),
    follow: (options, handleBatch, signal) => follow(logServer, tracker, timeouts, options, handleBatch, signal),
    headPosition: () => tracker.newest(ms),
    findEventId: async (position) =>
      fromPosition(position) && (await retryUntilAnswered(server, ms, (left) => eventAt(server, position, left)))?.id,
    async close() {
      await tracker.end();
      await client.close();
    },
  };
};
