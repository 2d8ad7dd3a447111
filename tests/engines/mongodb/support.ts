import { randomUUID } from "node:crypto";
import { inject, test } from "vitest";
import { type Mongo, type MongoOptions, type mongoTimeouts, openMongo } from "#infra/mongodb/client.ts";
import type { StoreTime } from "#infra/mongodb/store-time.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { type Adapter, inEngine } from "#tests/contract/support/adapters.ts";
import { createKeeping } from "../keeping.ts";
import { createProxy } from "../proxy.ts";
import { inDatabase } from "../urls.ts";
import { createMongoProxy } from "./mongo-proxy.ts";
import { createSet } from "./set.ts";

/** Short timeouts for tests, ms. They are long enough for a busy machine if a response is expected. */
export const brief: typeof mongoTimeouts = { connect: 10_000, call: 3_000, try: 1_000, write: 1_000 };

/** Where the run's MongoDB is; undefined where there is none, and then its tests are skipped. */
export const mongoUrl = (): string | undefined => inject("mongoUrl");

const standInPort = inject("mongoStandIn");

/**
 * The stand-in, for tests that disturb its connections; they are skipped where it is not there. `isTheRuns`: all other
 * tests use it too, because the run has no real MongoDB.
 */
export const standIn = {
  port: standInPort ?? 0,
  isAvailable: standInPort !== undefined,
  isTheRuns: standInPort !== undefined && mongoUrl() === `mongodb://127.0.0.1:${standInPort}`,
};

/** MONGODB_URL with its own database. `url`: the run's MongoDB unless it is given. */
export const ownMongoUrl = (url = mongoUrl() ?? "", database = ownDatabase()): string => inDatabase(url, database);

/** A name for the database of one test. */
export const ownDatabase = (): string => `sheaf-test-${randomUUID()}`;

/** A store whose clock a test moves. */
export const timeOf = (clock: Pick<Clock, "wall">): StoreTime => ({
  now: async () => clock.wall().getTime(),
  fromLocal: async (local) => local.getTime(),
});

/**
 * Adapters over MongoDB for a contract, each test in its own database; none where there is no MongoDB. `clock`: the one
 * that the adapters and the store go by.
 */
export const inMongo = <Port>(
  create: (mongo: Mongo) => Port | Promise<Port>,
  clock: () => Pick<Clock, "wall" | "steady"> = createSystemClock,
): Adapter<Port>[] => {
  const url = mongoUrl();
  if (url === undefined) {
    test.skip("needs a MongoDB, and there is none", () => undefined);
    return [];
  }
  const opened = new Map<Port, Mongo>();
  return [
    inEngine<Port, string>(
      "MongoDB",
      ownDatabase,
      async (database) => {
        // Call timeouts keep running although the test's clock is stopped.
        const time = clock();
        const mongo = await openMongo({
          url,
          database,
          clock: { wall: () => time.wall(), steady: () => performance.now() },
          time: timeOf(time),
        });
        const port = await create(mongo);
        opened.set(port, mongo);
        return port;
      },
      async (port) => {
        await opened.get(port)?.close();
        opened.delete(port);
      },
    ),
  ];
};

/** Closes everything that a test started after it, in reverse order. */
export const createClosing = () => {
  const { keep, closeAll } = createKeeping();
  return {
    keep,
    mongoProxy: async () => keep(await createMongoProxy(standIn)),
    set: async () => keep(await createSet(standIn)),
    proxy: async (...options: Parameters<typeof createProxy>) => keep(await createProxy(...options)),
    mongo: async (url: string, options: Partial<MongoOptions> = {}) =>
      keep(await openMongo({ url, clock: createSystemClock(), database: ownDatabase(), timeouts: brief, ...options })),
    closeAll,
  };
};
