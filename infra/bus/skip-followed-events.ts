import type { MessageBus } from "../ports/message-bus.ts";
import type { Checkpoint } from "../ports/stores/history.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { groupPrefix } from "./following-bus.ts";

type Subscription = Parameters<MessageBus["subscribe"]>[0];
type Handler = Parameters<MessageBus["subscribe"]>[1];

/**
 * Groups skip what they heard while following the event store `storeId`. A broker added later delivers every event, and
 * old effects, whose jobs are forgotten, would happen twice (ADR 92).
 */
export const skipFollowedEvents = <Bus extends MessageBus>(
  bus: Bus,
  { stateStore, storeId }: { stateStore: Pick<StateStore, "get">; storeId: string },
): Bus => ({
  ...bus,
  async subscribe({ group, types }: Subscription, handleBatch: Handler, signal: AbortSignal) {
    const checkpoint = (await stateStore.get<Checkpoint>(`${groupPrefix}${group}`))?.value;
    const upTo = checkpoint?.storeId === storeId ? checkpoint.position : "";
    await bus.subscribe(
      { group, types },
      async (events) => {
        const fresh = events.filter(({ position }) => position > upTo);
        if (fresh.length > 0) await handleBatch(fresh);
      },
      signal,
    );
  },
});
