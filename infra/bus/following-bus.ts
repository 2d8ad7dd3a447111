import type { OrderedBus } from "../ports/message-bus.ts";
import type { EventStore, Position, RecordedEvent } from "../ports/stores/event-store.ts";
import { type Checkpoint, findDisagreement, HistoryDiffers } from "../ports/stores/history.ts";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";
import { type Fault, retryUntilDone } from "./retry-until-done.ts";

const batchSize = 200;
/** Maximum ignored events (or batches, if the store filters) between checkpoints. A crash may repeat them. */
const maxIgnored = 1_000;

export type BusFault = Fault & { group: string };

/**
 * Creates the bus without a broker: each member follows the event store and gets every event. Group checkpoints are in
 * the state store.
 */
export const createFollowingBus = (options: {
  eventStore: EventStore;
  stateStore: StateStore;
  /** Called when a handler threw or a checkpoint can't be written. Default: write to the error stream. */
  onFault?: (fault: BusFault) => void;
}): OrderedBus => {
  const { eventStore, stateStore, onFault = reportFault } = options;
  return {
    order: "store",
    async subscribe({ group, types }, handleBatch, signal) {
      const wanted = new Set(types);
      const progress = createProgress(eventStore, stateStore, group);
      const after = await progress.read();
      const retrying = { signal, onFault: (fault: Fault) => onFault({ group, ...fault }) };
      let ignored = 0;
      const follow = async (events: RecordedEvent[]): Promise<void> => {
        const matching = events.filter((event) => wanted.has(event.type));
        if (matching.length > 0 && !(await retryUntilDone(() => handleBatch(matching), retrying))) return;
        ignored = matching.length > 0 ? 0 : ignored + events.length;
        const last = events.at(-1);
        if (!last || (matching.length === 0 && ignored < maxIgnored)) return;
        // Following goes on while the store is read-only.
        if (!(await retryUntilDone(() => progress.write(last), retrying))) return;
        ignored = 0;
      };
      await eventStore.follow({ ...(after === undefined ? {} : { after }), batchSize, types }, follow, signal);
    },
  };
};

/** Key prefix of groups' checkpoints. */
export const groupPrefix = "bus:";

const createProgress = (eventStore: EventStore, stateStore: StateStore, group: string) => {
  const { storeId } = eventStore;
  const key = `${groupPrefix}${group}`;
  const read = () => stateStore.get<Checkpoint>(key);
  return {
    /** @throws {HistoryDiffers} the checkpoint is of another history */
    async read(): Promise<Position | undefined> {
      const checkpoint = (await read())?.value;
      if (!checkpoint) return undefined;
      const disagreement = await findDisagreement(checkpoint, eventStore);
      if (disagreement) throw HistoryDiffers.of(`The reactions ${group}`, disagreement);
      return checkpoint.position;
    },
    /** Moves the checkpoint only forward: a process that is behind changes nothing. */
    async write({ position, id: eventId }: RecordedEvent): Promise<void> {
      for (;;) {
        const stored = await read();
        if (stored && stored.value.storeId === storeId && stored.value.position >= position) return;
        try {
          await stateStore.put(key, { storeId, position, eventId }, { ifVersion: stored?.version ?? 0 });
          return;
        } catch (error) {
          if (!(error instanceof StateConflict)) throw error;
        }
      }
    },
  };
};

const reportFault = ({ group, error, tries, nextTryInMs }: BusFault): void => {
  console.error(`The handler of ${group} failed ${tries} times; trying again in ${nextTryInMs} ms.`, error);
};
