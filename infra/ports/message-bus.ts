import type { RecordedEvent } from "./stores/event-store.ts";

/** Hearing of events in other processes. */
export type MessageBus = {
  /**
   * Tells of every event of these types, from the very first on, until the signal aborts; then resolves. `group` is a permanent name: its
   * progress is kept for good, and whoever subscribes under it, in whichever process, is a member. Each event is taken by one of them at
   * least.
   *
   * - Events of different streams come in any order. An event comes for the first time only when all before it in its stream were taken, or
   *   stand before it in its batch.
   * - What was taken may come again: with its whole batch, from further back, to another member, and to another while this one is still at
   *   work on it. So handlers do short work that may be done twice, also at the same time.
   * - A member gets one batch at a time. What its handler throws on comes again, with back-off, alone or with more.
   */
  subscribe(
    options: { group: string; types: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * A bus that tells of events in the one order of the event store, over all streams: an event comes for the first time only when all of the
 * types before it were taken. It is the event store itself, followed; no broker with partitions can promise it. For whoever
 * relates streams to each other.
 */
export type OrderedBus = MessageBus & { readonly order: "store" };

/** The other end of a bus that is a broker; the relay alone publishes. The embedded bus has none: there the event store is the bus. */
export type BusPublisher = {
  /**
   * Resolves when the bus has all of them, safe from the loss of a machine. Events of one stream stand there in the order given. After a
   * throw some may be there and others not: the same are to be published again.
   */
  publish(events: readonly RecordedEvent[]): Promise<void>;
};
