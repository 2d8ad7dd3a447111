import { randomBytes } from "node:crypto";
import { sameText } from "./signatures.ts";
import type { Installation, InstallationStore, RefreshToken } from "./state.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Lifetimes, ms (P-1.4). */
const CODE_LIFE = 5 * MINUTE;
const ACCESS_LIFE = 60 * MINUTE;
const REFRESH_LIFE = 90 * DAY;
const USED_REFRESH_LIFE = 30 * DAY;

export type TokenAnswer = { status: number; body: Record<string, unknown> };

const refusal = (status: number, error: string, description: string): TokenAnswer => ({
  status,
  body: { error, error_description: description },
});

/** Removes `read_x` where `write_x` is granted, and duplicates, as the platform does. */
const normalizeScopes = (scopes: readonly string[]): string[] => {
  const set = new Set(scopes.map((scope) => scope.trim()).filter((scope) => scope !== ""));
  return [...set].filter((scope) => !(scope.startsWith("read_") && set.has(scope.replace("read_", "write_"))));
};

export type TokenGrantOptions = {
  shop: string;
  state: InstallationStore;
  wall: () => number;
  clientId: string;
  clientSecret: string;
  onRefresh: () => void;
};

/** The app's codes and tokens at one shop (P-1.4). */
export const createTokenGrants = ({ shop, state, wall, clientId, clientSecret, onRefresh }: TokenGrantOptions) => {
  const installation = (): Installation => state.of(shop);

  const issue = (expiring: boolean, parent: string | null): Record<string, unknown> => {
    const own = installation();
    const now = wall();
    own.accessTokens = own.accessTokens.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    const access = `shpat_${randomBytes(16).toString("hex")}`;
    own.accessTokens.push({ token: access, expiresAt: expiring ? now + ACCESS_LIFE : null });
    const response: Record<string, unknown> = { access_token: access, scope: own.scopes.join(",") };
    if (expiring) {
      const refresh = `shprt_${randomBytes(16).toString("hex")}`;
      own.refreshTokens.push({ token: refresh, parent, expiresAt: now + REFRESH_LIFE, usedAt: null });
      Object.assign(response, {
        expires_in: ACCESS_LIFE / 1000,
        refresh_token: refresh,
        refresh_token_expires_in: REFRESH_LIFE / 1000,
      });
    }
    state.save();
    return response;
  };

  const exchange = (body: Readonly<Record<string, unknown>>): TokenAnswer => {
    const own = installation();
    const code = own.codes.find((one) => one.code === body.code);
    own.codes = own.codes.filter((one) => one !== code);
    state.save();
    if (!code || code.expiresAt <= wall())
      return refusal(400, "invalid_request", "The authorization code was not found or was already used");
    own.installed = true;
    own.scopes = code.scopes;
    // A new grant ends the refresh tokens of the previous one.
    own.refreshTokens = [];
    return { status: 200, body: issue(String(body.expiring) === "1" || body.expiring === true, null) };
  };

  /** Ends the tokens before this one, which stays valid until its successor is used. */
  const endAncestors = (own: Installation, token: RefreshToken): void => {
    const ended = new Set<string>();
    for (let parent = token.parent; parent !== null; ) {
      const name: string = parent;
      ended.add(name);
      parent = own.refreshTokens.find((one) => one.token === name)?.parent ?? null;
    }
    own.refreshTokens = own.refreshTokens.filter((one) => !ended.has(one.token));
  };

  const refresh = (body: Readonly<Record<string, unknown>>): TokenAnswer => {
    const own = installation();
    const now = wall();
    const token = own.refreshTokens.find((one) => one.token === body.refresh_token);
    const dead = !token || token.expiresAt <= now || (token.usedAt !== null && token.usedAt + USED_REFRESH_LIFE <= now);
    if (!own.installed || dead)
      return refusal(400, "invalid_grant", "The refresh token is invalid, expired or was replaced");
    token.usedAt ??= now;
    endAncestors(own, token);
    onRefresh();
    return { status: 200, body: issue(true, token.token) };
  };

  return {
    /** Issues a code after consent, valid once and for five minutes. */
    code: (scopes: readonly string[], redirectUri: string): string => {
      const code = randomBytes(16).toString("hex");
      installation().codes.push({ code, scopes: normalizeScopes(scopes), expiresAt: wall() + CODE_LIFE, redirectUri });
      state.save();
      return code;
    },
    /** Answers `POST /admin/oauth/access_token`. */
    token: (body: Readonly<Record<string, unknown>>): TokenAnswer => {
      if (body.client_id !== clientId || !sameText(String(body.client_secret ?? ""), clientSecret))
        return refusal(401, "invalid_client", "The client id or the client secret is wrong");
      if (body.grant_type === "refresh_token") return refresh(body);
      if (body.grant_type !== undefined && body.grant_type !== "authorization_code")
        return refusal(400, "unsupported_grant_type", `The grant type ${String(body.grant_type)} is not offered`);
      return exchange(body);
    },
    /** Scopes of an access token; null if it is invalid. Tokens that never expire are invalid (P-1.4). */
    scopesOf: (token: string | undefined): ReadonlySet<string> | null => {
      const own = installation();
      const known = own.accessTokens.find((one) => one.token === token);
      if (!own.installed || !known || known.expiresAt === null || known.expiresAt <= wall()) return null;
      return new Set(own.scopes.flatMap((scope) => [scope, scope.replace(/^write_/, "read_")]));
    },
    installed: (): boolean => installation().installed,
    expireTokens: (): void => {
      installation().accessTokens = [];
      state.save();
    },
    withdrawScope: (scope: string): void => {
      const own = installation();
      own.scopes = own.scopes.filter((one) => one !== scope);
      state.save();
    },
    /** Makes every token invalid. */
    revoke: (): void => {
      Object.assign(installation(), { installed: false, codes: [], accessTokens: [], refreshTokens: [] });
      state.save();
    },
  };
};
export type TokenGrants = ReturnType<typeof createTokenGrants>;
