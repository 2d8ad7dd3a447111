import { createSecretKey } from "node:crypto";
import type { Logger } from "pino";
import { hourMs, logInKnownHours } from "#domain/retention/retention.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { logInKey, lookIndex, supportSessionKey } from "./keys.ts";
import { makeEra, presentEra } from "./token-era.ts";
import {
  createTokenReader,
  mostAhead,
  readPastToken,
  type SupportClaims,
  signToken,
  tokenLife,
  type VerifiedToken,
} from "./tokens.ts";

/** A token that was let in. `keptUntil`: so long its log-in is known (by wall time). */
export type Session = VerifiedToken & { keptUntil: Date };

export type Sessions = {
  /**
   * What the tokens of a tenant are issued under: it changes with an uninstall, an erasure and a loss of state. Whoever logs in a shop
   * asks for it before the shop is let in: an uninstall that comes in between ends the token too.
   */
  epochOf(tenant: string): Promise<string>;
  /** A token for a shop that has just logged in, or, with `jti` and epoch of one that was let in, a newer one of the same log-in. */
  issue(shop: { tenant: string; shop: string; epoch: string; jti?: string }): Promise<string>;
  /**
   * A token for a look of support, for `life` ms and never renewed; its log-in is called by the look's id. Undefined when that was logged in
   * before.
   */
  issueToSupport(look: {
    tenant: string;
    shop: string;
    epoch: string;
    support: SupportClaims;
    life: number;
  }): Promise<string | undefined>;
  /**
   * Undefined when the token is changed, expired, from more than an hour ahead, of a log-in that has ended, or of another epoch than the
   * tenant's present one; of support also when they signed out of the console.
   */
  verify(token: string): Promise<Session | undefined>;
  /** Of a token of support that {@link verify} does not let in: which look it is of, and what of the session says why. Undefined of any other token. */
  pastLook(token: string): Promise<{ impersonation: string; isOver: boolean; isAtConsole: boolean } | undefined>;
  /** A fresh token in place of one in the last half of its life, or from ahead, else undefined. Keeps the log-in of whoever comes back. */
  refresh(token: Session): Promise<string | undefined>;
  /** Log-out, for good: this token and all it was refreshed to and from. */
  revoke(jti: string): Promise<void>;
  /** Uninstall and erasure: all tokens of the tenant. */
  raiseEpoch(tenant: string): Promise<void>;
};

/** How long a log-in is known without a call, ms; it is noted anew when less than a token's life and an hour is left. */
const keptFor = logInKnownHours * hourMs;
/** Processes of several machines may differ by as much without anybody's clock being wrong, ms. */
const slack = 60_000;
const leastLeft = (tokenLife + 3_600) * 1_000;

/**
 * Merchant tokens: `log-in:{jti}`, `token-epoch:{tenant}` and the era in the state store. What is noted is who is logged in and not
 * who logged out: an entry that is lost, or cleared away while the clock was wrong, then asks for a log-in and never undoes a log-out.
 */
export const createSessions = (options: {
  state: StateStore;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  /** Told once when log-ins cannot be noted anew, until they can again. */
  log?: Pick<Logger, "warn">;
}): Sessions => {
  const { state, vault, clock, ids, log } = options;
  const key = createSecretKey(vault.sign("merchant-token", "HS256"), "base64url");
  const readToken = createTokenReader(key);
  const epochKey = (tenant: string) => `token-epoch:${tenant}`;
  /** Of a log-in that was noted before, only while it is: a log-out meanwhile stays one. */
  const note = async (jti: string, ifVersion: number): Promise<void> => {
    const expiresAt = new Date(clock.wall().getTime() + keptFor);
    try {
      await state.put(logInKey(jti), expiresAt.toISOString(), { ifVersion, expiresAt });
    } catch (error) {
      // Another call noted it, or a log-out ended it.
      if (!(error instanceof StateConflict)) throw error;
    }
  };
  let cannotNote = false;
  /** Hours are left to try again: meanwhile whoever is logged in goes on reading beside a full disk. */
  const noteAnew = async (jti: string): Promise<void> => {
    try {
      const logIn = await state.get(logInKey(jti));
      if (logIn) await note(jti, logIn.version);
      cannotNote = false;
    } catch (error) {
      if (!(error instanceof StoreUnwritable || error instanceof StoreBusy)) throw error;
      if (!cannotNote) log?.warn({ err: error }, "logins cannot be noted again; each call tries it again");
      cannotNote = true;
    }
  };
  /** Undefined before the first log-in. */
  const present = async (tenant: string): Promise<string | undefined> => {
    const [era, raised] = await Promise.all([presentEra(state), state.get<number>(epochKey(tenant))]);
    return era && `${era}.${raised?.value ?? 0}`;
  };

  /** Whoever looks is still signed in where they asked to. */
  const isAtConsole = async ({ support }: VerifiedToken): Promise<boolean> =>
    support === undefined ||
    support.console === null ||
    (await state.get(supportSessionKey(support.console))) !== undefined;

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
        await makeEra({ state, ids });
      }
    },
    issue: async ({ tenant, shop, epoch, jti: known }) => {
      const jti = known ?? ids.uuid();
      if (known === undefined) await note(jti, 0);
      return signToken(key, { tenant, shop, jti, epoch }, clock.now());
    },
    issueToSupport: async ({ tenant, shop, epoch, support, life }) => {
      const jti = support.impersonation;
      const expiresAt = new Date(clock.wall().getTime() + life);
      try {
        const index = lookIndex({ tenant, support });
        await state.put(logInKey(jti), expiresAt.toISOString(), { ifVersion: 0, expiresAt, index });
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
        return undefined;
      }
      return signToken(key, { tenant, shop, jti, epoch, support }, clock.now(), Math.floor(life / 1_000));
    },
    verify: async (text) => {
      const now = clock.now();
      const token = await readToken(text, now);
      if (!token) return undefined;
      const [epoch, logIn] = await Promise.all([present(token.tenant), state.get<string>(logInKey(token.jti))]);
      if (logIn === undefined || token.epoch !== epoch || !(await isAtConsole(token))) return undefined;
      if (token.issuedAt.getTime() <= now.getTime() + mostAhead) return { ...token, keptUntil: new Date(logIn.value) };
      // Refused alone it would be good again later, for longer than a token's life.
      await state.delete(logInKey(token.jti));
      return undefined;
    },
    pastLook: async (text) => {
      const token = await readPastToken(key, text);
      if (!token?.support) return undefined;
      const { impersonation } = token.support;
      return { impersonation, isOver: token.expiresAt <= clock.now(), isAtConsole: await isAtConsole(token) };
    },
    refresh: async (token) => {
      if (token.support) return undefined;
      if (token.keptUntil.getTime() - clock.wall().getTime() < leastLeft) await noteAnew(token.jti);
      const now = clock.now().getTime();
      const half = (token.issuedAt.getTime() + token.expiresAt.getTime()) / 2;
      return now >= half || token.issuedAt.getTime() > now + slack ? signToken(key, token, clock.now()) : undefined;
    },
    revoke: async (jti) => {
      await state.delete(logInKey(jti));
    },
    raiseEpoch,
  };
};
