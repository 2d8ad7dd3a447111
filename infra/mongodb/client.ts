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
import { within } from "../ports/within.ts";
import { createStoreTime, type StoreTime } from "./store-time.ts";
import { patiently, type Try } from "./troubles.ts";
import { readMongoUrl } from "./url.ts";

type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void };

/**
 * ms. `connect`: until the server's first answer; `call`: until a call ends, with all its tries; `try`: until one of them is given up, as one
 * whose connection says nothing; `write`: until a write that a majority has not confirmed is told so.
 */
export const mongoPatience = { connect: 20_000, call: 9_000, try: 4_000, write: 3_000 };

export type MongoOptions = {
  /** `MONGODB_URL`. Its path names the database, `sheaf` where there is none. */
  url: string;
  clock: Pick<Clock, "wall" | "steady">;
  log?: Log;
  /** Instead of the URL's, so that several Sheafs share one server, as tests do. */
  database?: string;
  patience?: typeof mongoPatience;
  /** Instead of the time that the server's clock shows. */
  time?: StoreTime;
};

/** How a read of one document is asked for that must see all that was written before. */
export type ReadNow = { readPreference: ReadPreferenceLike; readConcern?: ReadConcernLike; maxTimeMS: number };

/** A connection to MongoDB; one per process, shared by all adapters. */
export type Mongo = {
  /** Writes are acknowledged by a majority and journaled; reads are the primary's, of what a majority has. */
  db: Db;
  client: MongoClient;
  /** Its name in sentences. */
  server: string;
  /** False of a single server without a replica set: it knows no linearizable reads and no causal sessions, and needs none. */
  isReplicated: boolean;
  time: StoreTime;
  clock: Pick<Clock, "wall" | "steady">;
  log: Log | undefined;
  /**
   * Does what is asked for, again and again while what hinders it may pass. `work` may be done twice ({@link Try.isRepeat}).
   * @throws {StoreBusy} there was no answer within `ms` (default 9 s); what was asked may have been done
   * @throws {AccessRefused} {StoreFull} or what `work` throws, a duplicate key among it
   */
  call<Answer>(work: (attempt: Try) => Promise<Answer>, ms?: number): Promise<Answer>;
  /** For reads of many documents: they end in time. */
  bounded: { maxTimeMS: number };
  /** For a read whose filter finds one document by its `_id` or a unique name. */
  readNow: ReadNow;
  /**
   * Resolves when whom the driver takes for the primary has shown to be it: what is read from there next sees all that was answered before.
   * For reads of many documents, which cannot be linearizable.
   */
  confirmPrimary(): Promise<void>;
  /**
   * Makes indexes that are not there yet, and resolves when they are. MongoDB may give a build up when its connection ends, and the driver ends one
   * that is silent. So what the first try does not end in time gets a connection of its own, which may be silent for ten minutes.
   * @throws {StoreBusy} the indexes are not there after ten minutes
   */
  ensureIndexes(collection: string, indexes: readonly IndexDescription[]): Promise<void>;
  close(): Promise<void>;
};

/** An index over documents that are there is built before the call ends, and its connection may be silent for as long. */
const indexPatience = 600_000;

const says = (hello: Document): { isReplicated: boolean; isRouter: boolean; localTime: Date } => ({
  isReplicated: hello.setName !== undefined,
  isRouter: hello.msg === "isdbgrid",
  localTime: hello.localTime as Date,
});

const commandNotFound = 59;

/** What has another name in servers of before 4.4.2, and in the tests' stand-in. */
const greet = (client: MongoClient): Promise<Document> => {
  const admin = client.db("admin");
  return admin.command({ hello: 1 }).catch((error: unknown) => {
    if (error instanceof MongoServerError && error.code === commandNotFound) return admin.command({ isMaster: 1 });
    throw error;
  });
};

/**
 * Connects to MongoDB 4.2 or newer. Resolves when it has answered.
 * @throws {Error} the URL is none, or leads to a sharded cluster; a sentence that names the setting
 * @throws {StoreBusy} it does not answer within 20 s; a sentence that names it and says why
 * @throws {AccessRefused} it refuses the name and password
 */
export const openMongo = async ({
  url,
  clock,
  log,
  database,
  patience = mongoPatience,
  time,
}: MongoOptions): Promise<Mongo> => {
  const settings = {
    appName: "sheaf",
    retryReads: true,
    retryWrites: true,
    ignoreUndefined: true,
    serverSelectionTimeoutMS: patience.try,
    connectTimeoutMS: patience.try,
    socketTimeoutMS: patience.try,
    waitQueueTimeoutMS: patience.try,
  };
  const reached = readMongoUrl(url, settings);
  const { client, server } = reached;
  // The URL may say that reads go elsewhere; that is for read models alone. What it says of journals and majorities does not count.
  const databaseOf = (of: MongoClient): Db =>
    of.db(database ?? reached.database, {
      readPreference: "primary",
      writeConcern: { w: "majority", journal: true, wtimeoutMS: patience.write },
      readConcern: new ReadConcern("majority"),
    });
  const db = databaseOf(client);
  const trying = { server, clock };
  const call: Mongo["call"] = (work, ms = patience.call) => patiently(trying, ms, work);
  const hello = () => call(async () => says(await greet(client)));
  const close = async (): Promise<void> => {
    // Of a server that is silent nothing is waited for.
    await within(client.close(), patience.try).catch(() => undefined);
  };
  // Who asks without having connected asks a connection that failed once again and again.
  const connected = call(async () => says(await greet(await client.connect())), patience.connect);
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
  const readNow: ReadNow = {
    readPreference: "primary",
    maxTimeMS: patience.write,
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
    bounded: { maxTimeMS: patience.write },
    readNow,
    async confirmPrimary() {
      if (isReplicated)
        await call(() => db.collection<{ _id: string }>("nothing").findOne({ _id: "nothing" }, readNow));
    },
    async ensureIndexes(collection, indexes) {
      let builder: MongoClient | undefined;
      const isMade = (of: Db) => of.collection(collection).createIndexes([...indexes]);
      try {
        await call(({ isRepeat }) => {
          if (!isRepeat) return isMade(db);
          builder ??= readMongoUrl(url, { ...settings, socketTimeoutMS: indexPatience, maxPoolSize: 1 }).client;
          return isMade(databaseOf(builder));
        }, indexPatience);
      } finally {
        await builder?.close();
      }
    },
    close,
  };
};
