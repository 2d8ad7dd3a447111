import type { KeyObject } from "node:crypto";
import { JOSEError } from "jose/errors";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { LRUCache } from "lru-cache";

/** Life of a token in seconds. */
export const tokenLife = 24 * 60 * 60;

/**
 * Claims of an impersonation token: agent, impersonation session, and console session, which is null in the
 * local environment.
 */
export type SupportClaims = { agent: string; impersonation: string; console: string | null };

export type TokenClaims = {
  tenant: string;
  shop: string;
  /** Login id. Refreshed tokens keep it, so a logout ends them all. */
  jti: string;
  /** Token epoch (`sessions.ts`) of the issue; tokens of other epochs are refused. */
  epoch: string;
  support?: SupportClaims;
};

export type VerifiedToken = TokenClaims & { issuedAt: Date; expiresAt: Date };

/**
 * Time that a token may be dated ahead, ms; more would outlive its life. An hour allows for a wrong time zone or summer
 * time.
 */
export const maxClockSkew = 3_600_000;

const issuer = "sheaf";
const audience = "merchant";
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Signs a token (HS256) for `life` seconds from `now`. */
export const signToken = (key: KeyObject, claims: TokenClaims, now: Date, life = tokenLife): Promise<string> =>
  new SignJWT({ shop: claims.shop, epoch: claims.epoch, ...(claims.support ? { support: claims.support } : {}) })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(claims.tenant)
    .setJti(claims.jti)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + life)
    .sign(key);

/** A signature's last letter has unused bits, so decoders accept four spellings. */
const isCanonicalSignature = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
};

/** Verifies a token. Undefined if it is not ours, changed or expired. */
const verifyToken = async (key: KeyObject, token: string, now: Date): Promise<VerifiedToken | undefined> => {
  if (!isCanonicalSignature(token)) return undefined;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ["sub", "jti", "iat", "exp"],
    });
    const { sub, jti, iat, exp, shop, epoch, support } = payload;
    if (!sub || !jti || !iat || !exp || typeof shop !== "string" || typeof epoch !== "string") return undefined;
    const verified = { tenant: sub, shop, jti, epoch, issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
    // Only we sign these claims, and always whole.
    return support === undefined ? verified : { ...verified, support: support as SupportClaims };
  } catch (error) {
    // Every fault means: log in again.
    if (error instanceof JOSEError) return undefined;
    throw error;
  }
};

/** Checks a token's signature, not its time. Undefined if it is not ours. */
export const readExpiredToken = (key: KeyObject, token: string): Promise<VerifiedToken | undefined> =>
  verifyToken(key, token, new Date(0));

const maxCachedCharacters = 4_000_000;
const tokenOverhead = 500;

/**
 * Caches recently used tokens; only their expiry is checked again. A verification imports the key and waits for another
 * thread.
 */
export const createTokenReader = (
  key: KeyObject,
): ((token: string, now: Date) => Promise<VerifiedToken | undefined>) => {
  const verifiedByToken = new LRUCache<string, VerifiedToken>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (_, token) => token.length + tokenOverhead,
  });
  return async (token, now) => {
    const known = verifiedByToken.get(token);
    if (known) return known.expiresAt > now ? known : undefined;
    const verified = await verifyToken(key, token, now);
    if (verified) verifiedByToken.set(token, verified);
    return verified;
  };
};
