import type { Clock } from "../ports/clock.ts";
import type { Json } from "../ports/json.ts";
import {
  createVersion,
  StateConflict,
  type StateEntry,
  type StateStore,
  serializeState,
} from "../ports/stores/state-store.ts";
import { createSeededRandom, delayRandomly } from "./irregularity.ts";

type Stored = { text: string; version: number; expiresAt: number | undefined; index: Readonly<Record<string, string>> };

export const createMemoryStateStore = (clock: Pick<Clock, "wall"> = { wall: () => new Date() }): StateStore => {
  const dice = createSeededRandom();
  const entries = new Map<string, Stored>();
  const live = (key: string): Stored | undefined => {
    const entry = entries.get(key);
    return entry?.expiresAt !== undefined && entry.expiresAt <= clock.wall().getTime() ? undefined : entry;
  };
  const demand = (key: string, expectedVersion: number | undefined): number => {
    const actual = live(key)?.version ?? 0;
    if (expectedVersion !== undefined && expectedVersion !== actual) {
      throw new StateConflict(`${key} is at version ${actual} (0: absent), not at ${expectedVersion}. Read it again.`);
    }
    return actual;
  };
  const entryOf = <T extends Json>(key: string, { text, version }: Stored): StateEntry<T> => ({
    key,
    value: JSON.parse(text),
    version,
  });

  return {
    async get<T extends Json>(key: string) {
      await delayRandomly(dice);
      const entry = live(key);
      return entry && entryOf<T>(key, entry);
    },
    async put(key, value, { ifVersion, expiresAt, index } = {}) {
      const text = serializeState(key, value);
      await delayRandomly(dice);
      demand(key, ifVersion);
      const version = createVersion();
      const names = index ?? live(key)?.index ?? {};
      entries.set(key, { text, version, expiresAt: expiresAt?.getTime(), index: { ...names } });
      return version;
    },
    async delete(key, { ifVersion } = {}) {
      await delayRandomly(dice);
      const actual = demand(key, ifVersion);
      entries.delete(key);
      return actual > 0;
    },
    async find<T extends Json>(field: string, equals: string, limit = 1_000) {
      const found: StateEntry<T>[] = [];
      for (const key of [...entries.keys()].sort()) {
        const entry = live(key);
        if (entry?.index[field] !== equals || found.length === limit) continue;
        found.push(entryOf<T>(key, entry));
        await delayRandomly(dice);
      }
      return found;
    },
    async close() {},
  };
};
