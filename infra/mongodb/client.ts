import {
  type Db,
  type Document,
  type IndexDescription,
  type MongoClient,
  MongoServerError,
  ReadConcern,
  type ReadConcernLike,
  type ReadPreferenceLike,
} from "mongodb";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import { withTimeout } from "../ports/timeout.ts";
import { type Attempt, retryUntilAnswered } from "./errors.ts";
import { createStoreTime, type StoreTime } from "./store-time.ts";
import { readMongoUrl } from "./url.ts";

/**
 * Timeouts, ms. `connect`: until the server's first response; `call`: for all tries; `try`: for one, as on a silent
 * connection; `write`: until a write without a majority fails.
 */
export const mongoTimeouts = { connect: 20_000, call: 9_000, try: 4_000, write: 3_000 };

export type MongoOptions = {
  /** URL of the server; its path names the database, default `sheaf`. */
  url: string;
  clock: Pick<Clock, "wall" | "steady">;
  log?: Pick<Log, "warn" | "info">;
  /** Replaces the URL's, so that Sheafs can share a server. */
  database?: string;
  timeouts?: typeof mongoTimeouts;
  time?: StoreTime;
};

/** Options for reading one document with all earlier writes. */
export type LinearizableRead = { readPreference: ReadPreferenceLike; readConcern?: ReadConcernLike; maxTimeMS: number };

/** Connection to the server, one per process. */
export type Mongo = {
  /** Writes are journaled by a majority; reads see a majority's data on the primary. */
  db: Db;
  client: MongoClient;
  server: string;
  /** False without a replica set: no linearizable reads or causal sessions, and no need for them. */
  isReplicated: boolean;
  time: StoreTime;
  clock: Pick<Clock, "wall" | "steady">;
  log: Pick<Log, "warn" | "info"> | undefined;
  /**
   * Retries while the obstacle may pass. `work` may take effect twice ({@link Attempt.isRepeat}).
   * @throws {StoreBusy} no response within `ms` (default 9 s); the work may be done
   * @throws {AccessRefused} {StoreFull}; errors of `work`, such as a duplicate key
   */
  call<Answer>(work: (attempt: Attempt) => Promise<Answer>, ms?: number): Promise<Answer>;
  bounded: { maxTimeMS: number };
  /** Options for reading one document, by `_id` or a unique name. */
  linearizableRead: LinearizableRead;
  /**
   * Ensures that the next read sees everything acknowledged before. For many documents: such reads can't be
   * linearizable.
   */
  confirmPrimary(): Promise<void>;
  /**
   * Creates missing indexes. MongoDB may abandon a build when its connection ends, and the driver ends a silent one. A
   * build that outlasts the first try gets its own connection.
   * @throws {StoreBusy} not within ten minutes
   */
  ensureIndexes(collection: string, indexes: readonly IndexDescription[]): Promise<void>;
  close(): Promise<void>;
};

/** Allowed silence while an index is built, ms. */
const indexTimeoutMs = 600_000;

const parseHello = (hello: Document): { isReplicated: boolean; isRouter: boolean; localTime: Date } => ({
  isReplicated: hello.setName !== undefined,
  isRouter: hello.msg === "isdbgrid",
  localTime: hello.localTime as Date,
});

const commandNotFound = 59;

/** Asks the server what it is. The command has another name before 4.4.2, and in the tests' stand-in. */
const sendHello = (client: MongoClient): Promise<Document> => {
  const admin = client.db("admin");
  return admin.command({ hello: 1 }).catch((error: unknown) => {
    if (error instanceof MongoServerError && error.code === commandNotFound) return admin.command({ isMaster: 1 });
    throw error;
  });
};

/**
 * Connects to MongoDB 4.2 or newer.
 * @throws {Error} invalid URL, or a sharded cluster; names the setting
 * @throws {StoreBusy} no response within 20 s; names the server and the cause
 * @throws {AccessRefused} it refuses the user and password
 */
export const openMongo = async ({
  url,
  clock,
  log,
  database,
  timeouts = mongoTimeouts,
  time,
}: MongoOptions): Promise<Mongo> => {
  const settings = {
    appName: "sheaf",
    retryReads: true,
    retryWrites: true,
    ignoreUndefined: true,
    serverSelectionTimeoutMS: timeouts.try,
    connectTimeoutMS: timeouts.try,
    socketTimeoutMS: timeouts.try,
    waitQueueTimeoutMS: timeouts.try,
  };
  const reached = readMongoUrl(url, settings);
  const { client, server } = reached;
  // The URL may redirect only reads of read models. Its journal and majority settings don't count.
  const databaseOf = (of: MongoClient): Db =>
    of.db(database ?? reached.database, {
      readPreference: "primary",
      writeConcern: { w: "majority", journal: true, wtimeoutMS: timeouts.write },
      readConcern: new ReadConcern("majority"),
    });
  const db = databaseOf(client);
  const trying = { server, clock };
  const call: Mongo["call"] = (work, ms = timeouts.call) => retryUntilAnswered(trying, ms, work);
  const hello = () => call(async () => parseHello(await sendHello(client)));
  const close = async (): Promise<void> => {
    // A silent server isn't waited for.
    await withTimeout(client.close(), timeouts.try).catch(() => undefined);
  };
  // Otherwise calls keep asking a connection that failed once.
  const connected = call(async () => parseHello(await sendHello(await client.connect())), timeouts.connect);
  const { isReplicated, isRouter } = await connected.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (isRouter) {
    await close();
    throw new Error(
      `MONGODB_URL: ${server} is a router of a sharded cluster (mongos), and Sheaf does not work over shards: its unique names and its time are those of one replica set. Name the members of a replica set.`,
    );
  }
  if (!isReplicated)
    log?.warn(
      { store: server },
      `${server} is a single server without a replica set: what it has taken is lost with its disk. Make it a replica set (rs.initiate) of three for anything that matters.`,
    );
  const linearizableRead: LinearizableRead = {
    readPreference: "primary",
    maxTimeMS: timeouts.write,
    ...(isReplicated ? { readConcern: { level: "linearizable" } } : {}),
  };
  return {
    db,
    client,
    server,
    isReplicated,
    time: time ?? createStoreTime(clock, async () => (await hello()).localTime),
    clock,
    log,
    call,
    bounded: { maxTimeMS: timeouts.write },
    linearizableRead,
    async confirmPrimary() {
      if (isReplicated)
        await call(() => db.collection<{ _id: string }>("nothing").findOne({ _id: "nothing" }, linearizableRead));
    },
    async ensureIndexes(collection, indexes) {
      let builder: MongoClient | undefined;
      const isMade = (of: Db) => of.collection(collection).createIndexes([...indexes]);
      try {
        await call(({ isRepeat }) => {
          if (!isRepeat) return isMade(db);
          builder ??= readMongoUrl(url, { ...settings, socketTimeoutMS: indexTimeoutMs, maxPoolSize: 1 }).client;
          return isMade(databaseOf(builder));
        }, indexTimeoutMs);
      } finally {
        await builder?.close();
      }
    },
    close,
  };
};
