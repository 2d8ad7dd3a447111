import type { Clock } from "../ports/clock.ts";
import type { OutboundHttp } from "../ports/outbound-http.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import type { Vault } from "../ports/stores/vault.ts";

/** Log of the platform's client. Never pass it tokens or personal data. */
export type PlatformLogger = {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

/** Resolves after `ms`; rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export type StorePlatformOptions = {
  /** Address of a shop, with `{shop}` in it. */
  urlTemplate: string;
  clientId: string;
  clientSecret: string;
  /** Secret before a rotation, accepted only in HMACs. */
  previousSecret?: string | undefined;
  apiVersion?: string;
  scopes?: readonly string[];
  stateStore: StateStore;
  vault: Vault;
  clock: Clock;
  fetch?: typeof fetch;
  /** HTTP client for addresses from the platform; default: guarded by R-54. */
  http?: OutboundHttp;
  /** Origins that may serve files from a private network. */
  assetOrigins?: readonly string[];
  logger?: PlatformLogger;
  onThrottled?: (shop: string, reason: string) => void;
  sleep?: Sleep;
  /** Random number in [0, 1): spreads waits so that processes don't wake together. */
  random?: () => number;
  /** Time until a request counts as lost, ms of real time. */
  requestTimeout?: number;
};

export type Tools = {
  clock: Clock;
  fetch: typeof fetch;
  http: OutboundHttp;
  logger: PlatformLogger;
  onThrottled: (shop: string, reason: string) => void;
  sleep: Sleep;
  random: () => number;
  requestTimeout: number;
};
