import type { EventStore } from "../ports/stores/event-store.ts";
import { findDisagreement, HistoryDiffers, repairAdvice } from "../ports/stores/history.ts";
import type { ReadStore } from "../ports/stores/read-store.ts";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";
import { addMark, type History, historyKey, type Mark } from "./marks.ts";

const everyMs = 1_000;

/** Returns the `name` of a checkpoint's key `name-2of4@5`. */
const nameOf = (key: string): string => key.replace(/(-\d+of\d+)?@\d+$/, "");

export type HistoryKeeper = {
  /** The given store, extended: it notes its newest event, and refuses appends to another history. */
  eventStore: EventStore;
  /**
   * Checks that state and read models belong to the event store. Binds a new state store to an empty event store.
   * @throws {HistoryDiffers}
   */
  check(readModels?: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * Notes the newest event in the state store, so that a loss of events shows. Appends don't wait: it writes at most once
 * a second, and on close.
 */
export const createHistoryKeeper = ({
  eventStore,
  stateStore,
  readStore,
  now,
}: {
  eventStore: EventStore;
  stateStore: StateStore;
  readStore: Pick<ReadStore, "checkpoints">;
  now: () => Date;
}): HistoryKeeper => {
  const { storeId } = eventStore;
  let pending: Mark | undefined;
  let timer: NodeJS.Timeout | undefined;
  let bound = false;

  const read = () => stateStore.get<History>(historyKey);

  const write = async (): Promise<void> => {
    const newest = pending;
    while (newest) {
      const stored = await read();
      const marks = stored?.value.marks ?? [];
      if ((marks.at(-1)?.position ?? "") >= newest.position) break;
      const history: History = { storeId, marks: addMark(marks, newest) };
      try {
        await stateStore.put(historyKey, history, { ifVersion: stored?.version ?? 0 });
        break;
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
      }
    }
    if (pending === newest) pending = undefined;
  };
  /** Writes a mark, or warns. Nothing is lost if it fails: the next append writes a newer one. */
  const writeOrWarn = () =>
    write().catch((error: unknown) => process.emitWarning(`The newest event could not be noted: ${String(error)}`));
  const writeLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void writeOrWarn();
    }, everyMs).unref();
  };

  const checkState = async (): Promise<void> => {
    for (;;) {
      const history = (await read())?.value;
      if (history) {
        if (history.storeId !== storeId) throw HistoryDiffers.of("The entries of the state store", "another-store");
        const newest = history.marks.at(-1);
        const disagreement = newest && (await findDisagreement({ storeId, ...newest }, eventStore));
        if (disagreement) throw HistoryDiffers.of("The entries of the state store", disagreement);
        return;
      }
      // Another process may bind and append right now. Events are foreign only if there is still no history.
      if ((await eventStore.headPosition()) !== undefined && !(await read()))
        throw new HistoryDiffers(
          `The event store has events, but the state store is new and knows nothing of them. ${repairAdvice}`,
        );
      const fresh: History = { storeId, marks: [] };
      await stateStore.put(historyKey, fresh, { ifVersion: 0 }).catch((error: unknown) => {
        if (!(error instanceof StateConflict)) throw error;
      });
    }
  };

  const bind = async (): Promise<void> => {
    if (bound) return;
    await checkState();
    bound = true;
  };

  return {
    eventStore: {
      ...eventStore,
      async appendToStream(stream, events, options) {
        await bind();
        const result = await eventStore.appendToStream(stream, events, options);
        const last = events.at(-1);
        if (last && (!pending || pending.position < result.position)) {
          pending = { position: result.position, eventId: last.id, instant: now().toISOString() };
          writeLater();
        }
        return result;
      },
    },
    async check(readModels = []) {
      await checkState();
      bound = true;
      if (readModels.length === 0) return;
      for (const [key, checkpoint] of await readStore.checkpoints()) {
        const name = nameOf(key);
        const disagreement = readModels.includes(name) && (await findDisagreement(checkpoint, eventStore));
        if (disagreement) throw HistoryDiffers.of(`The read models of ${name}`, disagreement);
      }
    },
    async close() {
      clearTimeout(timer);
      await writeOrWarn();
    },
  };
};
