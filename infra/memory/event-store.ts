import { hash, randomUUID } from "node:crypto";
import { createBell } from "../ports/bell.ts";
import { createCheckedAppend, enginePatience } from "../ports/stores/checked-append.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import type { ReadAppends } from "../ports/stores/moving.ts";
import { withAppendStart, withoutSeal } from "../ports/stores/sealed-event.ts";
import { orBusy } from "../ports/within.ts";
import { createDice } from "./awkward.ts";
import { createMemoryEngine, type EngineHooks } from "./event-engine.ts";
import { followAwkwardly } from "./follow.ts";

/**
 * An event store as unlike SQLite as the port allows. Appends go to an engine that behaves as EventStoreDB does, other
 * programs' events stand between ours, and `follow` comes late and sometimes repeats a batch. Nothing is persisted.
 */
export const createMemoryEventStore = ({
  storeId = randomUUID(),
  seed = 1,
  hooks = {},
  patience = enginePatience,
}: {
  storeId?: string;
  seed?: number;
  hooks?: EngineHooks;
  patience?: typeof enginePatience;
} = {}): EventStore & { readAppends: ReadAppends } => {
  const dice = createDice(seed);
  const bell = createBell();
  const engine = createMemoryEngine(dice, hooks);
  const append = createCheckedAppend(
    { ...engine, append: (...appending) => engine.append(...appending).finally(bell.ring) },
    (text) => hash("sha256", text, "hex"),
    patience,
  );

  const readAll: EventStore["readAll"] = async ({ after, limit }) =>
    (await engine.readLog(after, limit)).map(withoutSeal);
  const asked = <Answer>(work: Promise<Answer>) => orBusy(work, patience.read, "The event store");
  return {
    storeId,
    appendToStream: append,
    readStream: async (stream, { fromVersion = 0, limit = 1_000 } = {}) =>
      (await asked(engine.readSealed(stream, { fromVersion, limit }))).map(withoutSeal),
    readAll: (options) => asked(readAll(options)),
    readAppends: async ({ after, limit }) => (await asked(engine.readLog(after, limit))).map(withAppendStart),
    readCategory: async (category, { after, limit }) => {
      const all = await asked(readAll({ limit: Number.MAX_SAFE_INTEGER, ...(after === undefined ? {} : { after }) }));
      return all.filter(({ stream }) => stream.startsWith(`${category}-`)).slice(0, limit);
    },
    follow: (options, handleBatch, signal) => followAwkwardly({ readAll }, bell, dice, options, handleBatch, signal),
    headPosition: () => asked(engine.newest()),
    eventIdAt: async (position) => (await asked(engine.at(position)))?.id,
    async close() {
      bell.ring();
    },
  };
};
