import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { brokersAt, type createEnding, createHistory, nameOf, newPrefix, storeOf, theKafka } from "./support.ts";

const streams = ["a-1", "a-2", "a-3", "b-1"];
const kinds = ["a", "b"];

/** A prefix of its own with someone who publishes to it and anybody who hears. */
export const givenGroup =
  (open: ReturnType<typeof createEnding>) =>
  (host = theKafka().direct) => {
    const prefix = newPrefix();
    const direct = brokersAt(theKafka().direct, prefix);
    const publisher = open.publisher({ brokers: direct, kinds });
    const next = createHistory();
    const history: RecordedEvent[] = [];
    const eventStore = storeOf(history);
    const happen = async (count: number): Promise<RecordedEvent[]> => {
      const events = Array.from({ length: count }, () => streams.map((stream) => next(stream))).flat();
      history.push(...events);
      await publisher.publish(events);
      return events;
    };
    const bus = (options = {}) => open.bus({ brokers: brokersAt(host, prefix), kinds, eventStore, ...options });
    return { prefix, publisher, next, history, happen, bus };
  };

/** Events that a group's members take together. `tooEarly`: events taken before the ones that precede them. */
export const createTaking = () => {
  const taken = new Set<string>();
  const handed: string[] = [];
  const tooEarly: string[] = [];
  const take = async (
    events: RecordedEvent[],
    before: () => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
    const known = new Set(taken);
    for (const event of events) {
      handed.push(event.id);
      if (event.version > 0 && !known.has(nameOf({ ...event, version: event.version - 1 })))
        tooEarly.push(nameOf(event));
      known.add(nameOf(event));
    }
    await before();
    for (const event of events) taken.add(nameOf(event));
  };
  return { taken, handed, tooEarly, take };
};
