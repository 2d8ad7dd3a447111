import type { Clock } from "../ports/clock.ts";
import type { HttpOut } from "../ports/http-out.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import type { Vault } from "../ports/stores/vault.ts";

/** The part of a pino logger that is used; never given tokens or personal data. */
export type PlatformLogger = {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

/** Resolves after so many ms; rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export type StorePlatformOptions = {
  /** A shop's address with `{shop}` in it. */
  urlTemplate: string;
  clientId: string;
  clientSecret: string;
  /** The secret before a rotation; accepted in HMACs only. */
  previousSecret?: string | undefined;
  apiVersion?: string;
  /** Asked of the merchant at install; default `requestedScopes`. */
  scopes?: readonly string[];
  stateStore: StateStore;
  vault: Vault;
  clock: Clock;
  fetch?: typeof fetch;
  /** For addresses that the platform names; default: guarded as R-54 says. */
  out?: HttpOut;
  /** Origins of the platform beside the shop's own from which files come, though they may be on a private network. */
  assetOrigins?: readonly string[];
  logger?: PlatformLogger;
  /** Told whenever a call of a shop waits because the platform holds its calls back. */
  onThrottled?: (shop: string, reason: string) => void;
  sleep?: Sleep;
  /** [0, 1): spreads waits so that processes do not wake together. */
  random?: () => number;
  /** ms of real time after which one request counts as lost. */
  requestTimeout?: number;
};

/** What every part of the client works with. */
export type Tools = {
  clock: Clock;
  fetch: typeof fetch;
  out: HttpOut;
  logger: PlatformLogger;
  onThrottled: (shop: string, reason: string) => void;
  sleep: Sleep;
  random: () => number;
  requestTimeout: number;
};
