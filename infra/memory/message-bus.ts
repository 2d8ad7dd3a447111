import type { EventStore, Position, RecordedEvent } from "../ports/event-store.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import { createDice, dawdle } from "./awkward.ts";

/** A bus over an event store that delivers late, in small batches and often twice. Progress of groups lives as long as the object. */
export const createMemoryBus = (options: {
  eventStore: EventStore;
  onFault?: (error: unknown) => void;
}): MessageBus => {
  const { eventStore, onFault = (error) => console.error("A handler failed; its events come again.", error) } = options;
  const dice = createDice(7);
  const progress = new Map<string, Position>();

  const deliver = async (
    events: RecordedEvent[],
    handleBatch: (events: RecordedEvent[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> => {
    while (!signal.aborted) {
      await dawdle(dice);
      try {
        await handleBatch(events);
        return true;
      } catch (error) {
        onFault(error);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    return false;
  };

  return {
    async publish() {},
    async subscribe({ group, types }, handleBatch, signal) {
      const after = progress.get(group);
      const follow = async (events: RecordedEvent[]): Promise<void> => {
        for (const event of events) {
          if (types.includes(event.type)) {
            if (!(await deliver([event], handleBatch, signal))) return;
            if (dice() < 0.3 && !(await deliver([event], handleBatch, signal))) return;
          }
          if ((progress.get(group) ?? "") < event.position) progress.set(group, event.position);
        }
      };
      await eventStore.follow(after === undefined ? {} : { after }, follow, signal);
    },
  };
};
