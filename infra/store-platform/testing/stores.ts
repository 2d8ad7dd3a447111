import type { Clock } from "../../ports/clock.ts";
import type { Json } from "../../ports/json.ts";
import { StateConflict, type StateEntry, type StateStore } from "../../ports/state-store.ts";
import { Erased, type Vault } from "../../ports/vault.ts";

/** As much of a state store as the client uses, with expiry by wall time. */
export const mapStateStore = (clock: Clock): StateStore & { text(): string } => {
  const entries = new Map<string, { value: Json; version: number; expiresAt: Date | undefined }>();
  const live = (key: string) => {
    const entry = entries.get(key);
    return entry?.expiresAt && entry.expiresAt <= clock.wall() ? undefined : entry;
  };
  const check = (key: string, ifVersion: number | undefined) => {
    const version = live(key)?.version ?? 0;
    if (ifVersion !== undefined && ifVersion !== version) throw new StateConflict(`${key} is at ${version}`);
    return version;
  };
  return {
    get: async <T extends Json>(key: string) => {
      const entry = live(key);
      return entry && ({ key, value: structuredClone(entry.value), version: entry.version } as StateEntry<T>);
    },
    put: async (key, value, { ifVersion, expiresAt } = {}) => {
      const version = check(key, ifVersion) + 1;
      entries.set(key, { value: structuredClone(value), version, expiresAt });
      return version;
    },
    delete: async (key, { ifVersion } = {}) => {
      check(key, ifVersion);
      return entries.delete(key);
    },
    find: async () => [],
    close: async () => undefined,
    text: () => JSON.stringify([...entries]),
  };
};

/** A vault that keeps its values in a map; `size` tells how many are left. */
export const mapVault = (): Vault & { size(): number } => {
  const values = new Map<string, string>();
  let made = 0;
  return {
    put: async (value, { reference = `vault-${++made}` }) => {
      values.set(reference, value);
      return reference;
    },
    read: async (reference) => values.get(reference) ?? Erased,
    erase: async (reference) => values.delete(reference),
    eraseOwner: async () => 0,
    find: async () => [],
    sign: (purpose, text) => `${purpose}:${text}`,
    size: () => values.size,
  };
};
