import type { RecordedEvent } from "./event-store.ts";

/** Hearing of events in other processes: at least once, ordered per stream. Handlers do short, idempotent work. */
export type MessageBus = {
  /** With the embedded adapter the event store itself is followed, and this does nothing. */
  publish(events: readonly RecordedEvent[]): Promise<void>;
  /** Runs until the signal aborts. `group` is a permanent name: its progress is kept. A throwing handler is called again with back-off. */
  subscribe(
    options: { group: string; types: readonly string[] },
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};
