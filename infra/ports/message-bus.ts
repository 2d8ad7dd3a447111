import type { RecordedEvent } from "./stores/event-store.ts";

export type MessageBus = {
  /**
   * Delivers every event of these types, from the very first, until the signal aborts; then resolves. `group`: a
   * permanent name with lasting progress, for members in any process; at least one takes each event.
   * - Order holds within a stream only: an event first comes once all before it there were taken, or precede it in its
   * batch.
   * - Events may repeat: with their batch, from further back, or to another member, even concurrently. Handlers must be
   * short and idempotent.
   * - A member gets one batch at a time. After a throw the batch comes again with back-off, alone or with more.
   */
  subscribe(
    options: { group: string; types: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * A bus that keeps the order over all streams, for handlers that relate them: when an event first comes, all earlier
 * ones of the types were taken. Partitioned brokers can't do this.
 */
export type OrderedBus = MessageBus & { readonly order: "store" };

/** Publisher to a broker, for the relay. Without a broker, followers read the event store itself. */
export type BusPublisher = {
  /**
   * Resolves when the bus has all events, safe from the loss of a machine, in order per stream. After a throw, publish
   * the same events again: some may be out.
   */
  publish(events: readonly RecordedEvent[]): Promise<void>;
};
