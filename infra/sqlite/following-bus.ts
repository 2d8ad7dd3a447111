import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position, RecordedEvent } from "../ports/event-store.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import { StateConflict, type StateStore } from "../ports/state-store.ts";

const batchSize = 200;
/** So many events that nobody asked for may come again after a crash; it spares a write for each of them. */
const ignoredAtMost = 1_000;
const pauseMs = { first: 100, longest: 5_000 };

export type BusFault = { group: string; error: unknown; tries: number; nextTryInMs: number };

/** The bus without a broker: each group follows the event store itself and keeps its checkpoint in the state store. */
export const createFollowingBus = (options: {
  eventStore: EventStore;
  stateStore: StateStore;
  /** Told of every throw of a handler; by default on the error stream. */
  onFault?: (fault: BusFault) => void;
}): MessageBus => {
  const { eventStore, stateStore, onFault = reportFault } = options;
  return {
    async publish() {},
    async subscribe({ group, types }, handleBatch, signal) {
      const wanted = new Set(types);
      const progress = createProgress(eventStore.storeId, stateStore, group);
      const after = await progress.read(await eventStore.headPosition());
      let ignored = 0;
      const follow = async (events: RecordedEvent[]): Promise<void> => {
        const ours = events.filter((event) => wanted.has(event.type));
        if (ours.length > 0 && !(await untilHandled(ours, group, handleBatch, onFault, signal))) return;
        ignored = ours.length > 0 ? 0 : ignored + events.length;
        const last = events.at(-1);
        if (!last || (ours.length === 0 && ignored < ignoredAtMost)) return;
        await progress.write(last.position);
        ignored = 0;
      };
      await eventStore.follow(after === undefined ? { batchSize } : { after, batchSize }, follow, signal);
    },
  };
};

/** False when the signal aborted first: the batch comes again. */
const untilHandled = async (
  events: RecordedEvent[],
  group: string,
  handleBatch: (events: RecordedEvent[]) => Promise<void>,
  onFault: (fault: BusFault) => void,
  signal: AbortSignal,
): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await handleBatch(events);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const longest = Math.min(pauseMs.first * 2 ** (tries - 1), pauseMs.longest);
      const nextTryInMs = Math.round(longest * (0.5 + Math.random() / 2));
      onFault({ group, error, tries, nextTryInMs });
      await sleep(nextTryInMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
    }
  }
};

const createProgress = (storeId: string, stateStore: StateStore, group: string) => {
  const key = `bus:${group}`;
  const read = () => stateStore.get<{ storeId: string; position: Position }>(key);
  return {
    /** @throws when the checkpoint is of another store or beyond its head */
    async read(head: Position | undefined): Promise<Position | undefined> {
      const checkpoint = (await read())?.value;
      if (!checkpoint) return undefined;
      const advice = `Put back the files that belong together, or delete the state entry ${key} to hear every event again.`;
      if (checkpoint.storeId !== storeId) {
        throw new Error(`The group ${group} stopped in another event store than this one. ${advice}`);
      }
      if (head === undefined || checkpoint.position > head) {
        throw new Error(`The group ${group} is further than the event store, which has lost its end. ${advice}`);
      }
      return checkpoint.position;
    },
    /** Never goes back: of two processes in one group the one behind leaves it as it is. */
    async write(position: Position): Promise<void> {
      for (;;) {
        const stored = await read();
        if (stored && stored.value.storeId === storeId && stored.value.position >= position) return;
        try {
          await stateStore.put(key, { storeId, position }, { ifVersion: stored?.version ?? 0 });
          return;
        } catch (error) {
          if (!(error instanceof StateConflict)) throw error;
        }
      }
    },
  };
};

const reportFault = ({ group, error, tries, nextTryInMs }: BusFault): void => {
  console.error(`The handler of ${group} failed ${tries} times; again in ${nextTryInMs} ms.`, error);
};
