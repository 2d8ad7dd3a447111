import type { KeyObject } from "node:crypto";
import { JOSEError } from "jose/errors";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { LRUCache } from "lru-cache";

/** Life of a token in seconds. */
export const tokenLife = 24 * 60 * 60;

/**
 * Of a token by which somebody of support looks into the shop: who, by which look, and the session at the console that they asked from; null where
 * there was none, as in the local environment.
 */
export type SupportClaims = { agent: string; impersonation: string; console: string | null };

export type TokenClaims = {
  tenant: string;
  shop: string;
  /** The log-in it belongs to: a refreshed token keeps it, so that log-out ends them all. */
  jti: string;
  /** The tenant's token epoch that it was issued under (`sessions.ts`); a token of another one is refused. */
  epoch: string;
  support?: SupportClaims;
};

export type VerifiedToken = TokenClaims & { issuedAt: Date; expiresAt: Date };

/**
 * A token from further ahead, in ms, was issued while the clock was wrong: it would be good for longer than its life. An hour is what a
 * wrong time zone or summer time makes, and nobody is to log in again for that.
 */
export const mostAhead = 3_600_000;

const issuer = "sheaf";
const audience = "merchant";
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** A signed token (HS256) that is good for 24 hours from `now`, or for as many seconds as `life` says. */
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

/** The last letter of a signature has bits that decoders pass over: of four spellings, one is as it was signed. */
const isAsSigned = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
};

/** What a token says, or undefined when it is not ours, changed or expired. */
const verifyToken = async (key: KeyObject, token: string, now: Date): Promise<VerifiedToken | undefined> => {
  if (!isAsSigned(token)) return undefined;
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
    // Only we sign such claims, and only whole ones.
    return support === undefined ? verified : { ...verified, support: support as SupportClaims };
  } catch (error) {
    // Every way of being wrong is the same to the caller: log in again.
    if (error instanceof JOSEError) return undefined;
    throw error;
  }
};

/** What a token said that is none any more, or one that is: its signature is looked at, its time is not. Undefined of one that is not ours. */
export const readPastToken = (key: KeyObject, token: string): Promise<VerifiedToken | undefined> =>
  verifyToken(key, token, new Date(0));

/** Characters of tokens that are kept in mind, with what they say. */
const mostKept = 4_000_000;
const perToken = 500;

/**
 * Reads tokens as {@link verifyToken} does. A signature that was good stays good: of the tokens that were used last it is looked at once, and
 * then only whether they have expired. Each look would import the key anew and wait for another thread.
 */
export const createTokenReader = (
  key: KeyObject,
): ((token: string, now: Date) => Promise<VerifiedToken | undefined>) => {
  const good = new LRUCache<string, VerifiedToken>({
    maxSize: mostKept,
    sizeCalculation: (_, token) => token.length + perToken,
  });
  return async (token, now) => {
    const known = good.get(token);
    if (known) return known.expiresAt > now ? known : undefined;
    const verified = await verifyToken(key, token, now);
    if (verified) good.set(token, verified);
    return verified;
  };
};
