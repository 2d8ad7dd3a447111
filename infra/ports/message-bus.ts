import type { RecordedEvent } from "./stores/event-store.ts";

export type MessageBus = {
  /**
   * Delivers every event of these types, from the very first, until the signal aborts; then resolves. `group` is a
   * permanent name with lasting progress; subscribers under it, in any process, are its members. At least one member
   * takes each event.
   * - Order holds within a stream only. An event first comes when all before it in its stream were taken, or stand
   *   before it in its batch.
   * - Events may repeat: with their whole batch, from further back, or to another member, even concurrently. Handlers
   *   must be short and idempotent, also when run concurrently.
   * - A member gets one batch at a time. When its handler throws, the batch comes again with back-off, alone or with
   *   more.
   */
  subscribe(
    options: { group: string; types: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * A bus in the event store's order, over all streams: an event first comes when all earlier ones of the types were
 * taken. Partitioned brokers can't promise this. For handlers that relate streams.
 */
export type OrderedBus = MessageBus & { readonly order: "store" };

/** A broker's publishing end, for the relay only. Embedded, the event store itself is the bus. */
export type BusPublisher = {
  /**
   * Resolves when the bus has all of them, safe from the loss of a machine, in order per stream. After a throw some may
   * be published: publish the same ones again.
   */
  publish(events: readonly RecordedEvent[]): Promise<void>;
};
