import type { Chosen, Missing } from "./choice.ts";
import { type EventStorePlace, startEventStore } from "./eventstoredb/start.ts";
import { type KafkaPlace, startKafka } from "./kafka/start.ts";
import { type MongoPlace, startMongo } from "./mongodb/start.ts";

export type RunEngines = {
  eventStore: EventStorePlace;
  mongo: MongoPlace | undefined;
  kafka: KafkaPlace | undefined;
  /** Ends the engines that were started here. */
  close(): Promise<void>;
};

/** Prints the line of an engine and answers where it is; undefined where there is none. */
const announce = <Place>(name: string, setting: string, engine: Chosen<Place> | Missing): Place | undefined => {
  if (!("missing" in engine)) {
    console.log(engine.said);
    return engine.place;
  }
  console.log(`${name}: none, so its tests are skipped, as ${engine.missing}. ${setting} names one.`);
  return undefined;
};

/**
 * Starts all three engines at the same time and prints a line for each. An address in the environment wins over
 * Docker, and Docker over the tests' own engines.
 * @throws {Error} one engine did not start; the others were ended
 */
export const startRunEngines = async (): Promise<RunEngines> => {
  const starting = [startEventStore(), startMongo(), startKafka()] as const;
  const outcomes = await Promise.allSettled(starting);
  const close = async (): Promise<void> => {
    const started = outcomes.flatMap((one) => (one.status === "fulfilled" && "close" in one.value ? [one.value] : []));
    const ends = await Promise.allSettled(started.map((one) => one.close()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };
  try {
    const [eventStore, mongo, kafka] = await Promise.all(starting);
    console.log(eventStore.said);
    return {
      eventStore: eventStore.place,
      mongo: announce("MongoDB", "TEST_MONGODB_URL", mongo),
      kafka: announce("Kafka", "TEST_KAFKA_BROKERS", kafka),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
