import { hash, randomUUID } from "node:crypto";
import { createNotifier } from "../ports/notifier.ts";
import { createCheckedAppend, engineTimeouts } from "../ports/stores/checked-append.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { ReadAppends } from "../ports/stores/moving.ts";
import { removeSeal, withAppendStart } from "../ports/stores/sealed-event.ts";
import { withTimeoutOrBusy } from "../ports/timeout.ts";
import { createMemoryEngine, type EngineHooks } from "./event-engine.ts";
import { followIrregularly } from "./follow.ts";
import { createSeededRandom } from "./irregularity.ts";

/**
 * Creates a store that differs from SQLite as much as the port allows: an engine like EventStoreDB, other programs'
 * events between ours, and a late `follow` that sometimes repeats a batch. It lives as long as the object.
 */
export const createMemoryEventStore = ({
  storeId = randomUUID(),
  seed = 1,
  hooks = {},
  timeouts = engineTimeouts,
}: {
  storeId?: string;
  seed?: number;
  hooks?: EngineHooks;
  timeouts?: typeof engineTimeouts;
} = {}): EventStore & { readAppends: ReadAppends } => {
  const dice = createSeededRandom(seed);
  const bell = createNotifier();
  const engine = createMemoryEngine(dice, hooks);
  const append = createCheckedAppend(
    { ...engine, append: (...appending) => engine.append(...appending).finally(bell.notify) },
    (text) => hash("sha256", text, "hex"),
    timeouts,
  );

  const readAll: EventStore["readAll"] = async ({ after, limit }) =>
    (await engine.readLog(after, limit)).map(removeSeal);
  const withReadTimeout = <Answer>(work: Promise<Answer>) => withTimeoutOrBusy(work, timeouts.read, "The event store");
  return {
    storeId,
    appendToStream: append,
    readStream: async (stream, { fromVersion = 0, limit = 1_000 } = {}) =>
      (await withReadTimeout(engine.readSealed(stream, { fromVersion, limit }))).map(removeSeal),
    readAll: (options) => withReadTimeout(readAll(options)),
    readAppends: async ({ after, limit }) => (await withReadTimeout(engine.readLog(after, limit))).map(withAppendStart),
    readCategory: async (category, { after, limit }) => {
      const all = await withReadTimeout(
        readAll({ limit: Number.MAX_SAFE_INTEGER, ...(after === undefined ? {} : { after }) }),
      );
      return all.filter(({ stream }) => stream.startsWith(`${category}-`)).slice(0, limit);
    },
    follow: (options, handleBatch, signal) => followIrregularly({ readAll }, bell, dice, options, handleBatch, signal),
    headPosition: () => withReadTimeout(engine.newest()),
    findEventId: async (position) => (await withReadTimeout(engine.at(position)))?.id,
    async close() {
      bell.notify();
    },
  };
};
