import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { StateConflict, type StateStore } from "../../ports/state-store.ts";
import type { Vault } from "../../ports/vault.ts";
import { signToken, tokenLife, type VerifiedToken, verifyToken } from "./tokens.ts";

export type Sessions = {
  /** A token for a shop that has just logged in, or (with `jti`) a newer one of the same log-in. */
  issue(shop: { tenant: string; shop: string; jti?: string }): Promise<string>;
  /** Undefined when the token is changed, expired, revoked, or older than the shop's last uninstall or erasure. */
  verify(token: string): Promise<VerifiedToken | undefined>;
  /** A fresh token in place of one in the last half of its life, else undefined. */
  refresh(token: VerifiedToken): Promise<string | undefined>;
  /** Log-out: this token and all it was refreshed to. */
  revoke(jti: string): Promise<void>;
  /** Uninstall and erasure: all tokens of the tenant. */
  raiseEpoch(tenant: string): Promise<void>;
};

/** Merchant tokens (decision 12): `revoked:{jti}` and `token-epoch:{tenant}` in the state store. */
export const createSessions = (options: { state: StateStore; vault: Vault; clock: Clock; ids: Ids }): Sessions => {
  const { state, vault, clock, ids } = options;
  const key = Buffer.from(vault.sign("merchant-token", "HS256"), "base64url");
  const epochKey = (tenant: string) => `token-epoch:${tenant}`;
  const epochOf = async (tenant: string) => (await state.get<number>(epochKey(tenant)))?.value ?? 0;

  const raiseEpoch = async (tenant: string): Promise<void> => {
    for (;;) {
      const entry = await state.get<number>(epochKey(tenant));
      try {
        await state.put(epochKey(tenant), (entry?.value ?? 0) + 1, { ifVersion: entry?.version ?? 0 });
        return;
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
      }
    }
  };

  return {
    issue: async ({ tenant, shop, jti = ids.uuid() }) =>
      signToken(key, { tenant, shop, jti, epoch: await epochOf(tenant) }, clock.now()),
    verify: async (text) => {
      const token = await verifyToken(key, text, clock.now());
      if (!token) return undefined;
      const [epoch, revoked] = await Promise.all([epochOf(token.tenant), state.get(`revoked:${token.jti}`)]);
      return revoked === undefined && token.epoch === epoch ? token : undefined;
    },
    refresh: async (token) => {
      const half = (token.issuedAt.getTime() + token.expiresAt.getTime()) / 2;
      return clock.now().getTime() >= half ? signToken(key, token, clock.now()) : undefined;
    },
    revoke: async (jti) => {
      // A request that passed just before may still refresh: its token lives at most one life from now.
      const expiresAt = new Date(clock.wall().getTime() + (tokenLife + 3600) * 1000);
      await state.put(`revoked:${jti}`, true, { expiresAt });
    },
    raiseEpoch,
  };
};
