import { createMemoryStateStore } from "../../memory/state-store.ts";
import { createMemoryVault } from "../../memory/vault.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StateStore } from "../../ports/stores/state-store.ts";
import type { Vault } from "../../ports/stores/vault.ts";

/** The in-memory store, with a view of all its contents. */
export const createInspectableStateStore = (clock: Clock): StateStore & { text(): string } => {
  const store = createMemoryStateStore(clock);
  const jsonByKey = new Map<string, string>();
  return {
    ...store,
    put: async (key, value, options) => {
      const version = await store.put(key, value, options);
      jsonByKey.set(key, JSON.stringify(value));
      return version;
    },
    delete: async (key, options) => {
      const deleted = await store.delete(key, options);
      jsonByKey.delete(key);
      return deleted;
    },
    text: () => JSON.stringify([...jsonByKey]),
  };
};

/** The in-memory vault, with a count of its values. */
export const createInspectableVault = (): Vault & { size(): number } => {
  const vault = createMemoryVault();
  const references = new Set<string>();
  return {
    ...vault,
    put: async (value, options) => {
      const reference = await vault.put(value, options);
      references.add(reference);
      return reference;
    },
    erase: (reference) => {
      references.delete(reference);
      return vault.erase(reference);
    },
    size: () => references.size,
  };
};
