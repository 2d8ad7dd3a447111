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
 * Keeps the order over all streams, for handlers that relate them: an event first comes once all earlier ones of the
 * types were taken. Partitioned brokers can't.
 */
export type OrderedBus = MessageBus & { readonly order: "store" };

/** A broker's, for the relay. Embedded, followers read the event store itself. */
export type BusPublisher = {
  /**
   * Resolves when the bus has all events, safe from the loss of a machine, in order per stream. After a throw, publish
   * the same ones again: some may be out.
   */
  publish(events: readonly RecordedEvent[]): Promise<void>;
};
