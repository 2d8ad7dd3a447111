import type { TemporaryFault } from "./fetch-picture.ts";

/** ms between tries of a failing host or picture; the last one repeats. */
const pauses = [250, 500, 1_000, 2_000] as const;
/** ms between requests to a host that answered 429. */
const requestGaps = { first: 100, most: 1_000 };
/** Longest `Retry-After` obeyed for a host that has answered, ms: it may be about one picture. */
const maxRetryAfter = 10_000;

export const pauseAfter = (failures: number): number => pauses[Math.min(failures, pauses.length) - 1] ?? 0;

/** A picture host, for one file. Times are ms of one clock. */
export type Host = {
  inFlight: number;
  /** Faults in a row. A failing host gets one request at a time. */
  faults: number;
  faultAt: number;
  answeredAt: number;
  readyAt: number;
  gap: number;
  /** Time that the file waited for it, ms. */
  waited: number;
};

export const isReady = ({ readyAt, inFlight, faults }: Host, now: number): boolean =>
  now >= readyAt && (inFlight === 0 || faults === 0);

/** Notes a picture, or that there is none. */
export const noteAnswer = (host: Host, now: number): void => {
  host.faults = 0;
  host.answeredAt = now;
  // A pause that another picture caused is over.
  host.readyAt = Math.min(host.readyAt, now + host.gap);
};

/** `begun`: of the request. Faults of parallel requests count once. */
export const noteFault = (host: Host, { isTooMany, retryAfter = 0 }: TemporaryFault, begun: number): void => {
  const now = performance.now();
  if (host.faults === 0 || begun >= host.faultAt) {
    host.faults += 1;
    host.faultAt = now;
    if (isTooMany) host.gap = Math.min(requestGaps.most, 2 * host.gap || requestGaps.first);
  }
  const asked = host.answeredAt >= 0 ? Math.min(retryAfter, maxRetryAfter) : retryAfter;
  host.readyAt = Math.max(host.readyAt, now + Math.max(pauseAfter(host.faults), asked));
};

/** Finds the state of an address's host, for one file. */
export const createHosts = (): ((address: string) => Host) => {
  const hosts = new Map<string, Host>();
  const never = Number.NEGATIVE_INFINITY;
  return (address) => {
    const name = URL.parse(address)?.host ?? "";
    const fresh = { inFlight: 0, faults: 0, faultAt: never, answeredAt: never, readyAt: 0, gap: 0, waited: 0 };
    const host = hosts.get(name) ?? fresh;
    hosts.set(name, host);
    return host;
  };
};
