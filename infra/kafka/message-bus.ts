import { setTimeout as sleep } from "node:timers/promises";
import { HistoryDiffers } from "../ports/history.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import type { StateStore } from "../ports/state-store.ts";
import type { BusFault } from "./handling.ts";
import { createPlaces } from "./places.ts";
import { runSession, type SessionPatience } from "./session.ts";
import { inWords, pauseAfter, reasonOf } from "./troubles.ts";
import { nameOf, readKafkaBrokers } from "./url.ts";

export const busPatience: SessionPatience = {
  connect: 5_000,
  request: 8_000,
  session: 15_000,
  heartbeat: 3_000,
  rebalance: 60_000,
  look: 5_000,
  still: 90_000,
};

export type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void };

export type KafkaBusOptions = {
  /** `KAFKA_BROKERS` ({@link readKafkaBrokers}). */
  brokers: string;
  /** Of the event store whose events are heard. Those of another one end a subscription. */
  storeId: string;
  /** Has the groups' places, too, as Kafka forgets those of a group that nobody was in for a week, and of a topic that is deleted. */
  stateStore: Pick<StateStore, "get" | "put" | "find">;
  /** Kinds of stream whose topics are made when somebody subscribes; others are found within 5 s of their first event. */
  kinds?: readonly string[];
  /** Told of every throw of a handler; by default on the error stream. */
  onFault?: (fault: BusFault) => void;
  /** Told once when nothing comes from Kafka, and when it does again. */
  log?: Log;
  patience?: SessionPatience;
};

/** `troubles`: what is wrong now, in sentences, for whoever looks after it. */
export type KafkaBus = MessageBus & { troubles(): string[] };

const mostPause = 5_000;

/**
 * Hears of events over Kafka (ADR 30 and 91): a group of the port's is a consumer group, whose members share the partitions. It connects when
 * somebody subscribes, and while Kafka does not answer it asks again, for ever.
 * `subscribe` throws {@link HistoryDiffers} where the messages are of another event store.
 * @throws {Error} `brokers` is not how Kafka is reached; a sentence that names the setting
 */
export const createKafkaBus = ({
  brokers,
  storeId,
  stateStore,
  kinds = [],
  onFault = reportFault,
  log,
  patience = busPatience,
}: KafkaBusOptions): KafkaBus => {
  const connection = readKafkaBrokers(brokers);
  const server = nameOf(connection);
  const troubled = new Map<symbol, string>();
  const foreign = new Set<string>();
  const onForeign = (topic: string): void => {
    if (foreign.has(topic)) return;
    foreign.add(topic);
    log?.warn(
      { topic },
      `Somebody else writes to ${topic} in ${server}, which is Sheaf's. Their messages are passed over.`,
    );
  };
  const thin = new Set<string>();
  const onThin = (topics: readonly string[]): void => {
    const unsaid = topics.filter((topic) => !thin.has(topic));
    if (unsaid.length === 0) return;
    for (const topic of unsaid) thin.add(topic);
    log?.warn(
      { topics: unsaid },
      `Topics in ${server} stand on fewer brokers than the ${connection.replication} of KAFKA_BROKERS. Give them more replicas (kafka-reassign-partitions) and min.insync.replicas=2, or write replication= in KAFKA_BROKERS as it is.`,
    );
  };
  return {
    troubles: () => [...new Set(troubled.values())],
    async subscribe({ group, types }, handleBatch, signal) {
      const own = Symbol(group);
      const places = createPlaces(stateStore, { prefix: connection.prefix, group, storeId });
      const hearing = { group, types: new Set(types), storeId, server, handleBatch, onFault, onForeign, signal };
      let failures = 0;
      const onMember = (): void => {
        if (failures > 0) log?.info({ group }, `${server} gives events again.`);
        failures = 0;
        troubled.delete(own);
      };
      try {
        while (!signal.aborted) {
          try {
            await runSession({ connection, kinds, patience, hearing, places, onMember, onThin });
          } catch (error) {
            if (error instanceof HistoryDiffers) throw error;
            if (signal.aborted) return;
            failures += 1;
            troubled.set(own, inWords(error, server).message);
            if (failures === 1)
              log?.warn(
                { err: error, group },
                `${server} gives no events (${reasonOf(error)}). They are asked for again until they come.`,
              );
            await sleep(pauseAfter(failures, mostPause), undefined, { signal }).catch(() => undefined);
          }
        }
      } finally {
        troubled.delete(own);
      }
    },
  };
};

const reportFault = ({ group, error, tries, nextTryInMs }: BusFault): void => {
  console.error(`The handler of ${group} failed ${tries} times; again in ${nextTryInMs} ms.`, error);
};
