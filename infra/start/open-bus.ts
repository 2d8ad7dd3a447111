import type { BusFault } from "../bus/following-bus.ts";
import type { KafkaBus, KafkaBusOptions } from "../kafka/message-bus.ts";
import type { BusPublisher } from "../ports/message-bus.ts";

/** Every kind of stream that events of Sheaf's stand in: the first part of its name. */
export const streamKinds = [
  "automation",
  "export",
  "local-status",
  "privacy",
  "run",
  "shop",
  "support",
  "workspace",
] as const;

type Told = Pick<KafkaBusOptions, "storeId" | "stateStore"> & {
  onBusFault?: ((fault: BusFault) => void) | undefined;
  log?: KafkaBusOptions["log"] | undefined;
};

/** Messages over the Kafka that KAFKA_BROKERS names. The client is loaded where it is asked for. @throws {Error} a sentence that names the setting */
export const openKafkaBus = async (
  brokers: string,
  { storeId, stateStore, onBusFault, log }: Told,
): Promise<KafkaBus> => {
  const { createKafkaBus } = await import("../kafka/message-bus.ts");
  return createKafkaBus({
    brokers,
    storeId,
    stateStore,
    kinds: streamKinds,
    ...(onBusFault && { onFault: onBusFault }),
    ...(log && { log }),
  });
};

/** The other end of {@link openKafkaBus}, for the relay alone. */
export const openKafkaPublisher = async (
  brokers: string,
  storeId: string,
): Promise<BusPublisher & { close(): Promise<void> }> => {
  const { createKafkaPublisher } = await import("../kafka/publisher.ts");
  return createKafkaPublisher({ brokers, storeId, kinds: streamKinds });
};
