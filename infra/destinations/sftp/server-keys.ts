import { DeliveryFailed } from "../../ports/destination.ts";
import { StateConflict, type StateStore } from "../../ports/stores/state-store.ts";

/** A server's key at the first login. */
export type ServerKey = {
  fingerprint: string;
  /** SSH key type, so that the same key is requested again. */
  type: string;
};
export type ServerKeyId = { tenant: string; kind: "ssh" | "tls"; host: string; port: number };

export type ServerKeys = {
  read(of: ServerKeyId): Promise<ServerKey | undefined>;
  /**
   * Pins a key unless one is pinned.
   * @throws {DeliveryFailed} another key is pinned
   */
  pin(of: ServerKeyId, key: ServerKey): Promise<void>;
  forget(of: ServerKeyId): Promise<void>;
};

export const keyChangedError = (host: string): DeliveryFailed =>
  new DeliveryFailed(
    "lasting",
    `${host} presented a different key than before, so nothing was sent. If its operator changed it on purpose, choose Forget the server's key in the destination.`,
  );

const prefixOf = (tenant: string): string => `server-key:${tenant}:`;
const entryOf = ({ tenant, kind, host, port }: ServerKeyId): string =>
  `${prefixOf(tenant)}${kind}:${host.toLowerCase()}:${port}`;

/** Exceeds the number of a shop's entries in the index. */
const atMost = 1_000_000;

export const forgetServerKeys = async (
  stateStore: Pick<StateStore, "find" | "delete">,
  tenant: string,
): Promise<void> => {
  const entries = await stateStore.find("tenant", tenant, atMost);
  for (const { key } of entries) if (key.startsWith(prefixOf(tenant))) await stateStore.delete(key);
};

export const createServerKeys = (stateStore: StateStore): ServerKeys => {
  const read = async (keyId: ServerKeyId) => (await stateStore.get<ServerKey>(entryOf(keyId)))?.value;
  return {
    read,
    async pin(keyId, key) {
      try {
        await stateStore.put(entryOf(keyId), key, { ifVersion: 0, index: { tenant: keyId.tenant } });
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
        const pinned = await read(keyId);
        if (pinned !== undefined && pinned.fingerprint !== key.fingerprint) throw keyChangedError(keyId.host);
      }
    },
    async forget(keyId) {
      await stateStore.delete(entryOf(keyId));
    },
  };
};
