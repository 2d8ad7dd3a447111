import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createEventStoreServer, type EventStoreServer } from "../engines/eventstoredb/server.ts";
import { engineJars } from "../engines/jars.ts";
import { type Brokers, startBrokers } from "../engines/kafka/brokers.ts";
import { type StandIn, startStandIn } from "../engines/mongodb/stand-in.ts";
import { inDatabase } from "../engines/urls.ts";

/** Engine settings of a Sheaf process; empty if all stores are embedded. */
export type Settings = Readonly<Record<string, string>>;

/** Engines that hold nothing yet. `events`: the stand-in for EventStoreDB, where there is one. */
export type Fresh = { settings: Settings; events?: EventStoreServer; end(): Promise<void> };

/** `mark`: what every row over it says. */
export type SetUp = { mark: string; fresh(): Promise<Fresh> };

export type Engines = {
  embedded: SetUp;
  /** Events over the stand-in for EventStoreDB; documents stay in the data folder. */
  events: SetUp;
  /** Messages over a real Kafka; all else stays in the data folder. Undefined where there is none. */
  messages?: SetUp;
  /** Documents over the stand-in for MongoDB; all else stays in the data folder. Undefined where there is none. */
  documents?: SetUp;
  /** All three engines, as far as they are available. */
  all: SetUp;
  mongo?: StandIn;
  end(): Promise<void>;
};

/** A key for benchmarks only. Nothing sealed with it is kept. */
const masterKey = Buffer.alloc(32, 7).toString("base64");

const withEvents = async (settings: Settings): Promise<Fresh> => {
  const events = await createEventStoreServer();
  return { settings: { ...settings, EVENTSTORE_URL: events.url }, events, end: () => events.close() };
};
const alone = async (settings: Settings): Promise<Fresh> => ({ settings, end: async () => undefined });

const toMongo = ({ url }: Pick<StandIn, "url">): Settings => ({
  MONGODB_URL: inDatabase(url, `bench-${randomUUID()}`),
  MASTER_KEY: masterKey,
});
const toKafka = ({ direct }: Brokers): Settings => ({
  KAFKA_BROKERS: `kafka://${direct.join(",")}?replication=${Math.min(3, direct.length)}&prefix=bench-${randomUUID()}.`,
});

/** Starts what this machine can get of the engines, and says in a line what is left out. */
export const startEngines = async (): Promise<Engines> => {
  const embedded: SetUp = { mark: "embedded", fresh: () => alone({}) };
  const events: SetUp = { mark: "stand-in for EventStoreDB", fresh: () => withEvents({}) };
  const jars = await engineJars();
  if ("missing" in jars) {
    console.log(`MongoDB and Kafka, and all that needs them, are left out, as ${jars.missing}.`);
    return { embedded, events, all: events, end: async () => undefined };
  }
  const mongo = await startStandIn();
  if ("missing" in mongo) throw new Error(mongo.missing);
  const brokers = await startBrokers(jars.classPath, 1).catch(async (error: unknown) => {
    await mongo.close();
    throw error;
  });
  return {
    embedded,
    events,
    documents: { mark: "stand-in for MongoDB", fresh: () => alone(toMongo(mongo)) },
    messages: { mark: "real Kafka", fresh: () => alone(toKafka(brokers)) },
    all: {
      mark: "stand-ins for EventStoreDB and MongoDB, real Kafka",
      fresh: () => withEvents({ ...toMongo(mongo), ...toKafka(brokers) }),
    },
    mongo,
    async end() {
      await brokers.stop();
      await mongo.close();
    },
  };
};

/** Opens the stores of a set-up again, as a process that starts does, and closes them after the work. */
export type Open = <T>(work: (stores: Stores, settings: Settings) => Promise<T>) => Promise<T>;

/** Does something with a set-up that holds nothing yet. */
export const withFresh = async <T>(
  setUp: SetUp,
  work: (open: Open, events: EventStoreServer | undefined) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const { settings, events, end } = await setUp.fresh();
  const open: Open = async (use) => {
    const config = { DATA_DIR: folder, ...settings };
    const stores = await openStores({ config, clock: createSystemClock(), readModels: "write" });
    try {
      return await use(stores, settings);
    } finally {
      await stores.close();
    }
  };
  try {
    return await work(open, events);
  } finally {
    await end();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Does something with the stores of a set-up that holds nothing yet. */
export const withStores = <T>(setUp: SetUp, work: (stores: Stores, settings: Settings) => Promise<T>): Promise<T> =>
  withFresh(setUp, (open) => open(work));
