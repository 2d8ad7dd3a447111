import { createFollowingBus } from "../bus/following-bus.ts";
import { skipFollowedEvents } from "../bus/skip-followed-events.ts";
import type { KafkaBus } from "../kafka/message-bus.ts";
import { skipKafkaEvents } from "../kafka/skip-kafka-events.ts";
import type { BusPublisher, MessageBus, OrderedBus } from "../ports/message-bus.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { connectOrThrow, type StoresOptions } from "./stores-options.ts";

/** Every kind of stream with Sheaf's events: the first part of its name. */
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
   * Reasons why this process receives nothing now, in sentences; none for the embedded bus, whose faults the event
   * store reports.
   */
  busTroubles(): readonly string[];
  /** Notes on Kafka for operators although all works. */
  busNotes(): readonly string[];
};

type BusSources = { eventStore: EventStore; stateStore: StateStore };

/** Loads the client on demand, as it takes longer than all else. */
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
 * Messages between processes, over Kafka if KAFKA_BROKERS is set. Events heard over either bus are not heard again over
 * the other. It connects when someone subscribes.
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

/** Opens the publisher, for the relay only. @throws {BadConfiguration} */
export const openPublisher = async (
  brokers: string,
  storeId: string,
): Promise<BusPublisher & { close(): Promise<void> }> => {
  const { createKafkaPublisher } = await import("../kafka/publisher.ts");
  return connectOrThrow(async () => createKafkaPublisher({ brokers, storeId, kinds: streamKinds }));
};
