import { LRUCache } from "lru-cache";
import type { Adapter, AdapterPayload } from "oidc-provider";

/** The least recently used entries go first. */
const most = 2_000;
const retentionMs = 14 * 24 * 3_600_000;

/** The provider's storage in memory: after a start nobody is signed in. Returns an adapter per kind of entry. */
export const createMemoryAdapter = (): ((kind: string) => Adapter) => {
  const all = new LRUCache<string, AdapterPayload>({ max: most, ttl: retentionMs });
  return (kind) => {
    const keyOf = (id: string): string => `${kind}:${id}`;
    const findBy = (holds: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
      [...all.entries()].find(([key, payload]) => key.startsWith(`${kind}:`) && holds(payload))?.[1];
    return {
      upsert: async (id, payload, expiresIn) =>
        void all.set(keyOf(id), payload, expiresIn === undefined ? {} : { ttl: Math.max(1, expiresIn * 1_000) }),
      find: async (id) => all.get(keyOf(id)),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (code) => findBy((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = all.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      destroy: async (id) => void all.delete(keyOf(id)),
      revokeByGrantId: async (grant) => {
        for (const [key, payload] of [...all.entries()]) if (payload.grantId === grant) all.delete(key);
      },
    };
  };
};
