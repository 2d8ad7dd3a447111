import { createFollowingBus } from "../bus/following-bus.ts";
import { skipFollowedEvents } from "../bus/skip-followed-events.ts";
import type { KafkaBus } from "../kafka/message-bus.ts";
import { skipKafkaEvents } from "../kafka/skip-kafka-events.ts";
import type { BusPublisher, MessageBus, OrderedBus } from "../ports/message-bus.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { connectOrThrow, type StoresOptions } from "./stores-options.ts";

/** Kinds of Sheaf's streams, the first part of their names. */
export const streamKinds = [
  "automation",
  "console",
  "export",
  "grant",
  "impersonation",
  "local-status",
  "privacy",
  "run",
  "shop",
  "support",
  "workspace",
] as const;

export type Buses = {
  bus: MessageBus;
  /** The event store itself, followed, whatever engine carries messages. */
  orderedBus: OrderedBus;
  /**
   * Returns sentences about why this process receives nothing. None for the embedded bus: the event store reports its
   * faults.
   */
  busTroubles(): readonly string[];
  /** Returns notes on Kafka for operators, although all works. */
  busNotes(): readonly string[];
};

type BusSources = { eventStore: EventStore; stateStore: StateStore };

/** Opens Kafka's bus; its slow client is loaded on demand. */
const overKafka = async (
  brokers: string,
  { onBusFault, log }: StoresOptions,
  { eventStore, stateStore }: BusSources,
): Promise<KafkaBus> => {
  const { createKafkaBus } = await import("../kafka/message-bus.ts");
  return connectOrThrow(async () =>
    createKafkaBus({
      brokers,
      eventStore,
      stateStore,
      kinds: streamKinds,
      ...(onBusFault && { onFault: onBusFault }),
      ...(log && { log }),
    }),
  );
};

/**
 * Opens the buses, over Kafka if KAFKA_BROKERS is set. Events delivered over one bus aren't delivered again over the
 * other. Connects on the first subscription.
 */
export const openBuses = async (options: StoresOptions, from: BusSources): Promise<Buses> => {
  const { config, onBusFault } = options;
  const orderedBus = createFollowingBus({ ...from, ...(onBusFault ? { onFault: onBusFault } : {}) });
  const { stateStore, eventStore } = from;
  const { storeId } = eventStore;
  const { KAFKA_BROKERS: brokers } = config;
  if (brokers === undefined)
    return {
      bus: skipKafkaEvents(orderedBus, { stateStore, storeId, kinds: streamKinds }),
      orderedBus,
      busTroubles: () => [],
      busNotes: () => [],
    };
  const bus = await overKafka(brokers, options, from);
  return {
    bus: skipFollowedEvents(bus, { stateStore, storeId }),
    orderedBus,
    busTroubles: bus.troubles,
    busNotes: bus.notes,
  };
};

/**
 * Opens the publisher, only for the relay.
 * @throws {BadConfiguration}
 */
export const openPublisher = async (
  brokers: string,
  storeId: string,
): Promise<BusPublisher & { close(): Promise<void> }> => {
  const { createKafkaPublisher } = await import("../kafka/publisher.ts");
  return connectOrThrow(async () => createKafkaPublisher({ brokers, storeId, kinds: streamKinds }));
};
