import type { Clock } from "../../ports/clock.ts";
import { StateConflict, type StateStore } from "../../ports/stores/state-store.ts";
import { Erased, type Vault } from "../../ports/stores/vault.ts";
import type { TokenGrant } from "./token-grants.ts";

/** Tokens in plaintext, only in memory. */
export type Tokens = {
  /** Vault reference, unique for each pair. */
  secret: string;
  version: number;
  accessToken: string;
  refreshToken: string | undefined;
  /** Wall time of expiry, ms; undefined if they don't expire. */
  expiresAt: number | undefined;
  scopes: string[];
};

export type TokenStore = {
  read(tenant: string): Promise<Tokens | undefined>;
  /**
   * Replaces the entry of that version (0: none yet). False, without storing the grant, if another process was faster.
   */
  write(tenant: string, grant: TokenGrant, ifVersion: number): Promise<boolean>;
  forget(tenant: string): Promise<void>;
  /** Reads the entry without the vault. */
  peek(tenant: string): Promise<{ version: number; secret: string } | undefined>;
};

type Entry = { secret: string; expiresAt: string | null; scopes: string[] };

const keyOf = (tenant: string): string => `token:${tenant}`;

/** Under `token:{tenant}`: the entry holds a reference, the vault both tokens, encrypted. */
export const createTokenStore = ({
  stateStore,
  vault,
  clock,
}: {
  stateStore: StateStore;
  vault: Vault;
  clock: Clock;
}): TokenStore => {
  const peek: TokenStore["peek"] = async (tenant) => {
    const entry = await stateStore.get<Entry>(keyOf(tenant));
    return entry && { version: entry.version, secret: entry.value.secret };
  };

  const read: TokenStore["read"] = async (tenant) => {
    // Another process's refresh replaces the entry, then erases the old secret. So an erased secret means 'gone' only
    // if the entry is unchanged.
    let missing: string | undefined;
    for (;;) {
      const entry = await stateStore.get<Entry>(keyOf(tenant));
      if (!entry || entry.value.secret === missing) return undefined;
      const { secret, expiresAt, scopes } = entry.value;
      const pair = await vault.read(secret);
      if (pair === Erased) {
        missing = secret;
        continue;
      }
      const [accessToken = "", refreshToken] = JSON.parse(pair) as string[];
      const expiry = expiresAt === null ? undefined : Date.parse(expiresAt);
      return { secret, version: entry.version, accessToken, refreshToken, expiresAt: expiry, scopes };
    }
  };

  const write: TokenStore["write"] = async (tenant, grant, ifVersion) => {
    const before = await peek(tenant);
    const pair = grant.refreshToken === undefined ? [grant.accessToken] : [grant.accessToken, grant.refreshToken];
    const secret = await vault.put(JSON.stringify(pair), { owner: tenant });
    const expiresAt =
      grant.expiresIn === undefined ? null : new Date(clock.wall().getTime() + grant.expiresIn * 1000).toISOString();
    const entry: Entry = { secret, expiresAt, scopes: grant.scopes };
    try {
      await stateStore.put(keyOf(tenant), entry, { ifVersion });
    } catch (error) {
      await vault.erase(secret);
      if (error instanceof StateConflict) return false;
      throw error;
    }
    if (before) await vault.erase(before.secret);
    return true;
  };

  const forget: TokenStore["forget"] = async (tenant) => {
    const entry = await peek(tenant);
    await stateStore.delete(keyOf(tenant));
    if (entry) await vault.erase(entry.secret);
  };

  return { read, write, forget, peek };
};
