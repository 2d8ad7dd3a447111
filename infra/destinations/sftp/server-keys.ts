import { DeliveryFailed } from "../../ports/destination.ts";
import { StateConflict, type StateStore } from "../../ports/stores/state-store.ts";

/** A server's key as it was at the first log-in. `type`: of an SSH key, so that the same one is asked for again. */
export type ServerKey = { fingerprint: string; type: string };
export type KeyOf = { tenant: string; kind: "ssh" | "tls"; host: string; port: number };

/** Keys of servers, pinned per shop. */
export type ServerKeys = {
  read(of: KeyOf): Promise<ServerKey | undefined>;
  /** Pins a key unless there is one. @throws {DeliveryFailed} there is another one */
  pin(of: KeyOf, key: ServerKey): Promise<void>;
  forget(of: KeyOf): Promise<void>;
};

export const keyChanged = (host: string): DeliveryFailed =>
  new DeliveryFailed(
    "lasting",
    `${host} showed another key than before, so nothing was sent. If its operator changed it on purpose, choose Forget the server's key in the destination.`,
  );

const prefixOf = (tenant: string): string => `server-key:${tenant}:`;
const entryOf = ({ tenant, kind, host, port }: KeyOf): string =>
  `${prefixOf(tenant)}${kind}:${host.toLowerCase()}:${port}`;

/** More than a shop has entries of all kinds that are listed with it. */
const atMost = 1_000_000;

/** All that were pinned for a shop. */
export const forgetServerKeys = async (
  stateStore: Pick<StateStore, "find" | "delete">,
  tenant: string,
): Promise<void> => {
  const entries = await stateStore.find("tenant", tenant, atMost);
  for (const { key } of entries) if (key.startsWith(prefixOf(tenant))) await stateStore.delete(key);
};

export const createServerKeys = (stateStore: StateStore): ServerKeys => {
  const read = async (of: KeyOf) => (await stateStore.get<ServerKey>(entryOf(of)))?.value;
  return {
    read,
    async pin(of, key) {
      try {
        await stateStore.put(entryOf(of), key, { ifVersion: 0, index: { tenant: of.tenant } });
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
        const pinned = await read(of);
        if (pinned !== undefined && pinned.fingerprint !== key.fingerprint) throw keyChanged(of.host);
      }
    },
    async forget(of) {
      await stateStore.delete(entryOf(of));
    },
  };
};
