import type { RecordedEvent } from "./stores/event-store.ts";

/** Delivers events across processes. */
export type MessageBus = {
  /**
   * Delivers every event of these types, from the very first, until the signal aborts; then resolves. `group` is a
   * permanent name: its progress is kept for good, and every subscriber under it, in any process, is a member. At least
   * one member takes each event.
   * - Order holds within a stream only. An event first comes when all before it in its stream were taken, or stand
   * before it in its batch.
   * - Events may repeat: with their whole batch, from further back, to another member, even while this one still
   * handles them. So handlers must be short and idempotent, also when run concurrently.
   * - A member gets one batch at a time. When its handler throws, the batch comes again with back-off, alone or with
   * more.
   */
  subscribe(
    options: { group: string; types: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * A bus in the event store's one order, over all streams: an event first comes only when all earlier ones of the types
 * were taken. It is the followed event store itself; a partitioned broker can't promise it. For handlers that relate
 * streams to each other.
 */
export type OrderedBus = MessageBus & { readonly order: "store" };

/**
 * The publishing end of a broker; only the relay publishes. The embedded bus has none: there the event store is the
 * bus.
 */
export type BusPublisher = {
  /**
   * Resolves when the bus has all of them, safe from the loss of a machine. A stream's events stand in the given order.
   * A throw may leave some published: publish the same ones again.
   */
  publish(events: readonly RecordedEvent[]): Promise<void>;
};
