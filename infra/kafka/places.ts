import type { KafkaMessage } from "kafkajs";
import type { StateStore } from "../ports/state-store.ts";
import { envelopeOf } from "./messages.ts";

/** Where a group's place in a partition is kept. */
export const placePrefix = "kafka-place:";

/** `offset`: of the next message; `id`: of the event before it, by which a topic that was made anew is told from the one that was read. */
type Place = { offset: string; id: string };

/** What is to be done with messages, of which the group may have taken some: leave those out before `from`, or read from elsewhere. */
export type Begun = { from: bigint } | { seek: string };

/**
 * A group's places, kept beside Kafka. It forgets them a week after the last member left, by its own default, and the group would hear all
 * from the first event again.
 */
export type Places = {
  /** Called with the first messages of a partition after joining, and again after it had to `seek`. */
  begin(topic: string, partition: number, messages: readonly KafkaMessage[]): Promise<Begun>;
  /** Everything up to this message was taken. */
  note(topic: string, partition: number, message: KafkaMessage): void;
  /** Writes down what was noted since. */
  write(): Promise<void>;
};

const after = (offset: string): bigint => BigInt(offset) + 1n;
const before = (offset: string): bigint => BigInt(offset) - 1n;

export const createPlaces = (stateStore: Pick<StateStore, "get" | "put">, group: string): Places => {
  const keyOf = (topic: string, partition: number): string => `${placePrefix}${group}:${topic}:${partition}`;
  const noted = new Map<string, Place>();
  const sought = new Set<string>();
  const begunAnew = new Set<string>();
  return {
    async begin(topic, partition, messages) {
      const key = keyOf(topic, partition);
      const first = BigInt(messages[0]?.offset ?? 0);
      if (begunAnew.delete(key)) return { from: first };
      const place = (await stateStore.get<Place>(key))?.value;
      const wasSought = sought.delete(key);
      if (!place || before(place.offset) < first) return { from: first };
      const last = messages.find(({ offset }) => BigInt(offset) === before(place.offset));
      if (last && envelopeOf(last)?.id === place.id) return { from: BigInt(place.offset) };
      // Not the topic that was read. Who looked at the place alone has passed over the beginning.
      if (last && !wasSought) return { from: first };
      if (last) {
        begunAnew.add(key);
        return { seek: "0" };
      }
      // There is less than the place says, too.
      if (wasSought) return { from: first };
      sought.add(key);
      return { seek: String(before(place.offset)) };
    },
    note(topic, partition, message) {
      const id = envelopeOf(message)?.id;
      if (id !== undefined) noted.set(keyOf(topic, partition), { offset: String(after(message.offset)), id });
    },
    async write() {
      for (const [key, place] of noted) {
        await stateStore.put(key, place, { durable: "soon" });
        if (noted.get(key) === place) noted.delete(key);
      }
    },
  };
};
