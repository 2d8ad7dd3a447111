import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../ports/log.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { catchUp } from "./catch-up.ts";
import type { BusFault } from "./deliver-messages.ts";
import { backoffMs, describeError, formatReason } from "./errors.ts";
import { createOffsetStore } from "./offset-store.ts";
import { describePartitions, EventsRemoved, type PartitionGap } from "./removed-events.ts";
import { runSession, type SessionTimeouts } from "./session.ts";
import { formatServerName, readKafkaBrokers } from "./url.ts";

const busTimeouts: SessionTimeouts = {
  connect: 5_000,
  request: 8_000,
  session: 15_000,
  heartbeat: 3_000,
  rebalance: 60_000,
  topicCheck: 5_000,
  idleMs: 90_000,
};

export type KafkaBusOptions = {
  brokers: string;
  /** Source of events that Kafka has removed. A subscription ends on another store's events. */
  eventStore: Pick<EventStore, "storeId" | "readAll" | "headPosition">;
  /** Keeps offsets: Kafka forgets those of a group that has had no members for a week, and of a deleted topic. */
  stateStore: Pick<StateStore, "get" | "put" | "find">;
  /**
   * Kinds of streams whose topics are created on subscribing; other topics are found within 5 s of their first event.
   */
  kinds?: readonly string[];
  /** Called on faults; default: writes to the error stream. */
  onFault?: (fault: BusFault) => void;
  /** Logs when nothing comes from Kafka, and when messages come again. */
  log?: Pick<Log, "warn" | "info">;
  timeouts?: SessionTimeouts;
};

/**
 * `troubles`: current faults, in sentences for operators. `notes`: settings that remove events, and events removed
 * since the start.
 */
export type KafkaBus = MessageBus & { troubles(): string[]; notes(): string[] };

const maxPause = 5_000;

/**
 * Groups are Kafka consumer groups (ADR 30 and 91). Connects on the first subscription, and retries forever.
 * `subscribe` throws {@link HistoryDiffers} if the messages are of another event store.
 * @throws {Error} invalid `brokers`; names the setting
 */
export const createKafkaBus = ({
  brokers,
  eventStore,
  stateStore,
  kinds = [],
  onFault = reportFault,
  log,
  timeouts = busTimeouts,
}: KafkaBusOptions): KafkaBus => {
  const { storeId } = eventStore;
  const connection = readKafkaBrokers(brokers);
  const server = formatServerName(connection);
  const troubled = new Map<symbol, string>();
  const foreign = new Set<string>();
  const onForeign = (topic: string): void => {
    if (foreign.has(topic)) return;
    foreign.add(topic);
    log?.warn({ topic }, `Somebody else writes to Sheaf's topic ${topic} in ${server}. Their messages are skipped.`);
  };
  const thin = new Set<string>();
  const onThin = (topics: readonly string[]): void => {
    const unsaid = topics.filter((topic) => !thin.has(topic));
    if (unsaid.length === 0) return;
    for (const topic of unsaid) thin.add(topic);
    log?.warn(
      { topics: unsaid },
      `Topics in ${server} are on fewer brokers than the ${connection.replication} that KAFKA_BROKERS asks for. Give them more replicas (kafka-reassign-partitions) and min.insync.replicas=2, or write replication= in KAFKA_BROKERS as it is.`,
    );
  };
  let removing: string | undefined;
  const onRemoving = (topics: readonly string[] | undefined): void => {
    const before = removing;
    removing = topics === undefined ? unknownSettingsText(server) : describeRemoval(server, topics);
    if (removing !== undefined && removing !== before) log?.warn({ topics }, removing);
  };
  /** Messages about removed events, by group. */
  const removed = new Map<string, string>();
  const onRemoved = (group: string, partitions: readonly PartitionGap[]): string => {
    const sentence = `${server} removed events that ${group} had not received, of ${describePartitions(partitions)}. They are read from the event store instead. ${retentionAdvice}`;
    removed.set(group, sentence);
    log?.warn({ group }, sentence);
    return sentence;
  };
  return {
    troubles: () => [...new Set(troubled.values())],
    notes: () => [...(removing === undefined ? [] : [removing]), ...removed.values()],
    async subscribe({ group, types }, handleBatch, signal) {
      const own = Symbol(group);
      const offsets = createOffsetStore(stateStore, { prefix: connection.prefix, group, storeId });
      const subscription = { group, types: new Set(types), storeId, server, handleBatch, onFault, onForeign, signal };
      let failures = 0;
      let gaps: readonly PartitionGap[] = [];
      const { prefix } = connection;
      const every = timeouts.heartbeat;
      const takeRemoved = async (): Promise<void> => {
        if (gaps.length === 0) return;
        const count = await catchUp({ eventStore, subscription, offsets, prefix, intervalMs: every }, gaps);
        if (count === undefined) return;
        gaps = [];
        log?.info(
          { group, count },
          `${group} has read ${count} events from the event store that ${server} had removed.`,
        );
      };
      const onMember = (): void => {
        if (failures > 0) log?.info({ group }, `${server} delivers events again.`);
        failures = 0;
        troubled.delete(own);
      };
      try {
        while (!signal.aborted) {
          try {
            await takeRemoved();
            if (signal.aborted) return;
            await runSession({
              connection,
              kinds,
              timeouts,
              subscription,
              offsets,
              onMember,
              onUnderReplicated: onThin,
              onRetentionLimits: onRemoving,
            });
          } catch (error) {
            if (error instanceof HistoryDiffers) throw error;
            if (signal.aborted) return;
            if (error instanceof EventsRemoved) {
              gaps = error.partitions;
              troubled.set(own, onRemoved(group, gaps));
              continue;
            }
            failures += 1;
            troubled.set(own, describeError(error, server).message);
            if (failures === 1)
              log?.warn(
                { err: error, group },
                gaps.length > 0
                  ? `The events that ${server} removed cannot be read from the event store yet (${formatReason(error)}). Sheaf tries again.`
                  : `${server} delivers no events (${formatReason(error)}). Sheaf keeps asking until they come.`,
              );
            await sleep(backoffMs(failures, maxPause), undefined, { signal }).catch(() => undefined);
          }
        }
      } finally {
        troubled.delete(own);
      }
    },
  };
};

const retentionAdvice =
  "Set cleanup.policy=delete, retention.ms=-1 and retention.bytes=-1 for Sheaf's topics (kafka-configs --alter --entity-type topics).";

const describeRemoval = (server: string, topics: readonly string[]): string | undefined =>
  topics.length === 0
    ? undefined
    : `Topics in ${server} may lose events before they are received: ${topics.join(", ")}. ${retentionAdvice}`;

const unknownSettingsText = (server: string): string =>
  `${server} does not let Sheaf see the settings of its topics, by which events may be removed. Give the user of KAFKA_BROKERS the right to describe them (DescribeConfigs on topics).`;

const reportFault = ({ group, error, tries, nextTryInMs }: BusFault): void => {
  console.error(`The handler of ${group} failed ${tries} times; trying again in ${nextTryInMs} ms.`, error);
};
