import { createSecretKey } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { StateConflict, type StateStore } from "../../ports/state-store.ts";
import type { Vault } from "../../ports/vault.ts";
import { signToken, tokenLife, type VerifiedToken, verifyToken } from "./tokens.ts";

export type Sessions = {
  /**
   * What the tokens of a tenant are issued under: it changes with an uninstall, an erasure and a loss of state. Whoever logs in a shop
   * asks for it before the shop is let in: an uninstall that comes in between ends the token too.
   */
  epochOf(tenant: string): Promise<string>;
  /** A token for a shop that has just logged in, or, with `jti` and epoch of one that was let in, a newer one of the same log-in. */
  issue(shop: { tenant: string; shop: string; epoch: string; jti?: string }): Promise<string>;
  /** Undefined when the token is changed, expired, revoked, or of another epoch than the tenant's present one. */
  verify(token: string): Promise<VerifiedToken | undefined>;
  /** A fresh token in place of one in the last half of its life, else undefined. */
  refresh(token: VerifiedToken): Promise<string | undefined>;
  /** Log-out: this token and all it was refreshed to. */
  revoke(jti: string): Promise<void>;
  /** Uninstall and erasure: all tokens of the tenant. */
  raiseEpoch(tenant: string): Promise<void>;
};

/**
 * Names this state store among all that may stand in its place (an empty one, an older copy): a random text that the first log-in
 * makes. A repair forgets it, which ends every token: what the store knew of log-outs and uninstalls may be lost.
 */
export const tokenEraKey = "token-era";

/** Merchant tokens: `revoked:{jti}`, `token-epoch:{tenant}` and the era in the state store. */
export const createSessions = (options: { state: StateStore; vault: Vault; clock: Clock; ids: Ids }): Sessions => {
  const { state, vault, clock, ids } = options;
  // As an object it is imported once, and not with every request.
  const key = createSecretKey(vault.sign("merchant-token", "HS256"), "base64url");
  const epochKey = (tenant: string) => `token-epoch:${tenant}`;
  const makeEra = async (): Promise<void> => {
    try {
      await state.put(tokenEraKey, ids.uuid(), { ifVersion: 0 });
    } catch (error) {
      // Another log-in was faster; its era counts.
      if (!(error instanceof StateConflict)) throw error;
    }
  };
  /** Undefined before the first log-in. */
  const present = async (tenant: string): Promise<string | undefined> => {
    const [era, raised] = await Promise.all([state.get<string>(tokenEraKey), state.get<number>(epochKey(tenant))]);
    return era && `${era.value}.${raised?.value ?? 0}`;
  };

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
    epochOf: async (tenant) => {
      for (;;) {
        const epoch = await present(tenant);
        if (epoch !== undefined) return epoch;
        await makeEra();
      }
    },
    issue: ({ tenant, shop, epoch, jti = ids.uuid() }) => signToken(key, { tenant, shop, jti, epoch }, clock.now()),
    verify: async (text) => {
      const token = await verifyToken(key, text, clock.now());
      if (!token) return undefined;
      const [epoch, revoked] = await Promise.all([present(token.tenant), state.get(`revoked:${token.jti}`)]);
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
