import { randomUUID } from "node:crypto";
import { appendPatience, createCheckedAppend } from "../ports/checked-append.ts";
import type { EventStore } from "../ports/event-store.ts";
import { withoutSeal } from "../ports/sealed-event.ts";
import { createDice, dawdle } from "./awkward.ts";
import { createBell } from "./bell.ts";
import { createMemoryEngine, type EngineHooks } from "./event-engine.ts";
import { followAwkwardly } from "./follow.ts";

/**
 * An event store as unlike SQLite as the port allows: appends go to an engine that behaves as EventStoreDB does, events of others stand
 * between ours, `follow` comes late and now and then delivers a batch again. Nothing is kept.
 */
export const createMemoryEventStore = ({
  storeId = randomUUID(),
  seed = 1,
  hooks = {},
  patience = appendPatience,
}: {
  storeId?: string;
  seed?: number;
  hooks?: EngineHooks;
  patience?: typeof appendPatience;
} = {}): EventStore => {
  const dice = createDice(seed);
  const bell = createBell();
  const engine = createMemoryEngine(dice, hooks);
  const append = createCheckedAppend(
    { ...engine, append: (...appending) => engine.append(...appending).finally(bell.ring) },
    patience,
  );

  const store: EventStore = {
    storeId,
    appendToStream: append,
    async readStream(stream, { fromVersion = 0, limit = 1_000 } = {}) {
      return (await engine.readSealed(stream, { fromVersion, limit })).map(withoutSeal);
    },
    async readAll({ after, limit }) {
      await dawdle(dice);
      return engine.readLog(after, limit).map(withoutSeal);
    },
    follow: (options, handleBatch, signal) => followAwkwardly(store, bell, dice, options, handleBatch, signal),
    async headPosition() {
      await dawdle(dice);
      return engine.newest();
    },
    async eventIdAt(position) {
      await dawdle(dice);
      return engine.at(position)?.id;
    },
    async close() {
      bell.ring();
    },
  };
  return store;
};
