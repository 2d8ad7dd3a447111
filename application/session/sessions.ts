import { createSecretKey } from "node:crypto";
import type { Logger } from "pino";
import { hourMs, unusedLoginHours } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { impersonationIndex, logInKey, supportSessionKey } from "./keys.ts";
import { ensureEra, readEra } from "./token-era.ts";
import {
  createTokenReader,
  maxClockSkew,
  readExpiredToken,
  type SupportClaims,
  signToken,
  tokenLife,
  type VerifiedToken,
} from "./tokens.ts";

export type Session = VerifiedToken & {
  /** Wall time of the login's expiry. */
  keptUntil: Date;
};

export type Sessions = {
  /**
   * Reads the tenant's epoch, which changes with an uninstall, an erasure and a loss of state. Read it before the login
   * is admitted, so that an uninstall in between ends the token too.
   */
  readEpoch(tenant: string): Promise<string>;
  /** Issues a token for a new login, or with the `jti` and epoch of an admitted token for the same login. */
  issue(shop: { tenant: string; shop: string; epoch: string; jti?: string }): Promise<string>;
  /**
   * Issues a token for an impersonation session, valid for `life` ms and never renewed. The session's id becomes the
   * login's. Undefined if that has logged in before.
   */
  issueToSupport(session: {
    tenant: string;
    shop: string;
    epoch: string;
    support: SupportClaims;
    life: number;
  }): Promise<string | undefined>;
  /**
   * Verifies a token. Undefined if it is forged, expired, dated over an hour ahead, or of an ended login or old epoch;
   * for support also after signing out of the console.
   */
  verify(token: string): Promise<Session | undefined>;
  /** Explains a support token that {@link verify} refused. */
  endedImpersonation(
    token: string,
  ): Promise<{ impersonation: string; isOver: boolean; isAtConsole: boolean } | undefined>;
  /** Issues a new token in the last half of a token's life, or if it is dated ahead. Also renews the login. */
  refresh(token: Session): Promise<string | undefined>;
  /** Ends all tokens of the login for good. */
  revoke(jti: string): Promise<void>;
  /** Ends all tokens of the tenant, after an uninstall or erasure. */
  raiseEpoch(tenant: string): Promise<void>;
};

/** An unused login's lifetime, ms. Renewed when less than a token's life plus an hour is left. */
const logInRetention = unusedLoginHours * hourMs;
/** Normal difference between machines' clocks, ms. */
const clockTolerance = 60_000;
const minTimeLeft = (tokenLife + 3_600) * 1_000;

/**
 * Merchant tokens: `log-in:{jti}`, `token-epoch:{tenant}` and the era in the state store. Records logins, not
 * logouts, so that a lost entry forces a new login and never undoes a logout.
 */
export const createSessions = (options: {
  state: StateStore;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  /** Log of one warning while logins cannot be renewed. */
  log?: Pick<Logger, "warn">;
}): Sessions => {
  const { state, vault, clock, ids, log } = options;
  const key = createSecretKey(vault.sign("merchant-token", "HS256"), "base64url");
  const readToken = createTokenReader(key);
  const epochKey = (tenant: string) => `token-epoch:${tenant}`;
  /** Renews a login only at its recorded version, so a concurrent logout holds. */
  const note = async (jti: string, ifVersion: number): Promise<void> => {
    const expiresAt = new Date(clock.wall().getTime() + logInRetention);
    try {
      await state.put(logInKey(jti), expiresAt.toISOString(), { ifVersion, expiresAt });
    } catch (error) {
      // The login was renewed or ended by another call.
      if (!(error instanceof StateConflict)) throw error;
    }
  };
  let cannotNote = false;
  /** Failures can be retried for hours: users can still read when the disk is full. */
  const noteAnew = async (jti: string): Promise<void> => {
    try {
      const logIn = await state.get(logInKey(jti));
      if (logIn) await note(jti, logIn.version);
      cannotNote = false;
    } catch (error) {
      if (!(error instanceof StoreUnwritable || error instanceof StoreBusy)) throw error;
      if (!cannotNote) log?.warn({ err: error }, "logins can't be recorded right now; each call tries again");
      cannotNote = true;
    }
  };
  /** Current epoch; undefined before the first login. */
  const present = async (tenant: string): Promise<string | undefined> => {
    const [era, raised] = await Promise.all([readEra(state), state.get<number>(epochKey(tenant))]);
    return era && `${era}.${raised?.value ?? 0}`;
  };

  /** True if the agent is still signed in at their console session. */
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
    readEpoch: async (tenant) => {
      for (;;) {
        const epoch = await present(tenant);
        if (epoch !== undefined) return epoch;
        await ensureEra({ state, ids });
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
        const index = impersonationIndex({ tenant, support });
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
      if (token.issuedAt.getTime() <= now.getTime() + maxClockSkew)
        return { ...token, keptUntil: new Date(logIn.value) };
      // The token would become valid later, and outlast a token's life.
      await state.delete(logInKey(token.jti));
      return undefined;
    },
    endedImpersonation: async (text) => {
      const token = await readExpiredToken(key, text);
      if (!token?.support) return undefined;
      const { impersonation } = token.support;
      return { impersonation, isOver: token.expiresAt <= clock.now(), isAtConsole: await isAtConsole(token) };
    },
    refresh: async (token) => {
      if (token.support) return undefined;
      if (token.keptUntil.getTime() - clock.wall().getTime() < minTimeLeft) await noteAnew(token.jti);
      const now = clock.now().getTime();
      const half = (token.issuedAt.getTime() + token.expiresAt.getTime()) / 2;
      return now >= half || token.issuedAt.getTime() > now + clockTolerance
        ? signToken(key, token, clock.now())
        : undefined;
    },
    revoke: async (jti) => {
      await state.delete(logInKey(jti));
    },
    raiseEpoch,
  };
};
