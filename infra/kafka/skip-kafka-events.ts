import type { MessageBus } from "../ports/message-bus.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { findConsumed, type IsConsumed } from "./consumed-events.ts";
import { toTopicKind } from "./topics.ts";

type Subscription = Parameters<MessageBus["subscribe"]>[0];
type Handler = Parameters<MessageBus["subscribe"]>[1];

/** Groups skip events they took over Kafka, by their stored places (ADR 91). `kinds`: all kinds of stream. */
export const skipKafkaEvents = (
  bus: MessageBus,
  { stateStore, storeId, kinds }: { stateStore: Pick<StateStore, "find">; storeId: string; kinds: readonly string[] },
): MessageBus => ({
  async subscribe({ group, types }: Subscription, handleBatch: Handler, signal: AbortSignal) {
    const taken = new Map<string, IsConsumed>();
    for (const kind of kinds.map(toTopicKind)) {
      const isTaken = await findConsumed(stateStore, { storeId, group, kind });
      if (isTaken) taken.set(kind, isTaken);
    }
    await bus.subscribe(
      { group, types },
      async (events) => {
        const fresh = events.filter((event) => !taken.get(toTopicKind(event.stream))?.(event));
        if (fresh.length > 0) await handleBatch(fresh);
      },
      signal,
    );
  },
});
