import { runRelay } from "#infra/bus/relay.ts";
import { createMemoryBroker } from "#infra/memory/message-bus.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { MessageBus } from "#infra/ports/message-bus.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";

/** A memory broker that a relay feeds from an event store, as in an installation with one, until the signal aborts. */
export const brokerOver = (
  eventStore: EventStore,
  signal: AbortSignal,
  onFault?: (error: unknown) => void,
): { bus: MessageBus; ended: Promise<void> } => {
  const broker = createMemoryBroker(onFault ? { onFault } : {});
  const ended = runRelay({
    eventStore,
    stateStore: createMemoryStateStore(),
    publisher: broker,
    name: "bus",
    signal,
    // The broker loses answers now and then.
    onFault: () => undefined,
  });
  return { bus: broker, ended };
};
