import { LRUCache } from "lru-cache";
import type { Adapter, AdapterPayload } from "oidc-provider";

/** Entries kept. The least recently used go first. */
const maxEntries = 2_000;
const retentionMs = 14 * 24 * 3_600_000;

/** The provider's storage in memory: after a start nobody is signed in. Returns an adapter per kind of entry. */
export const createMemoryAdapter = (): ((kind: string) => Adapter) => {
  const entries = new LRUCache<string, AdapterPayload>({ max: maxEntries, ttl: retentionMs });
  return (kind) => {
    const keyOf = (id: string): string => `${kind}:${id}`;
    const findBy = (holds: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
      [...entries.entries()].find(([key, payload]) => key.startsWith(`${kind}:`) && holds(payload))?.[1];
    return {
      upsert: async (id, payload, expiresIn) =>
        void entries.set(keyOf(id), payload, expiresIn === undefined ? {} : { ttl: Math.max(1, expiresIn * 1_000) }),
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (code) => findBy((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = entries.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      revokeByGrantId: async (grant) => {
        for (const [key, payload] of [...entries.entries()]) if (payload.grantId === grant) entries.delete(key);
      },
    };
  };
};
