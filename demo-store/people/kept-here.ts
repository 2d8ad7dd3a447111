import { LRUCache } from "lru-cache";
import type { Adapter, AdapterPayload } from "oidc-provider";

/** So many things are remembered; those used longest ago go first. */
const most = 2_000;
const keptFor = 14 * 24 * 3_600_000;

/**
 * Where the demo's provider keeps what it must remember: in memory, so that a start begins with nobody signed in. Made once per provider;
 * answers what keeps each kind of thing.
 */
export const createKeptHere = (): ((kind: string) => Adapter) => {
  const all = new LRUCache<string, AdapterPayload>({ max: most, ttl: keptFor });
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
