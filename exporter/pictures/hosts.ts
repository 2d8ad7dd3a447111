import type { TemporaryFault } from "./fetch-picture.ts";

/** Pauses between tries of a failing host, ms; then the last one. */
const pauses = [250, 500, 1_000, 2_000] as const;
/** Longest wait for a host once patience is spent, ms. */
export const maxPause = Math.max(...pauses);
/** Longest pause that one picture's `Retry-After` imposes on a host that has answered, ms. */
const maxRetryAfter = 10_000;

/** Returns the pause after consecutive failures, ms. `retryAfter`: as the host asks. */
export const pauseAfter = (failures: number, retryAfter = 0): number =>
  Math.max(pauses[Math.min(Math.max(failures, 1), pauses.length) - 1] ?? maxPause, retryAfter);
/** Distinct pictures that fail in a row when a host is down. */
const missesUntilDown = 3;
/** Gap between requests to a host that answered 429, ms. */
const requestGaps = { first: 100, most: 1_000 };

/** A picture host's state. Times are ms of one clock. */
export type Host = {
  /** Returns whether it failed and hasn't answered since. It then gets one request at a time. */
  isFailing(): boolean;
  /** Returns whether it was asked and has never answered. */
  isSilent(): boolean;
  /** Returns whether it failed for several pictures in a row. */
  isDown(): boolean;
  /** Time of its last response. */
  answeredAt(): number;
  /** Earliest time of the next request. */
  readyAt(): number;
  isReady(now: number): boolean;
  begin(now: number): void;
  /** Notes that it gave a picture, or said that there is none. */
  answer(now: number): void;
  /** Notes a failure of one picture while the host works. */
  failPicture(): void;
  /** `begun`: time of the request. */
  fail(address: string, fault: TemporaryFault, times: { begun: number; now: number }): void;
  inFlight(): number;
  /** Adds a wait for this host, ms. `isForFailing`: all awaited hosts were failing. `isIdle`: none answered for long. */
  wait(ms: number, kind: { isForFailing: boolean; isIdle: boolean }): void;
  /** Total wait for it, ms. `failingWaitMs`: waiting only for failing hosts. */
  waitedMs(): number;
  failingWaitMs(): number;
  /** Idle wait for it since its last answer, ms. */
  idleWaitMs(): number;
  totalIdleWaitMs(): number;
};

const createHost = (): Host => {
  let inFlight = 0;
  let isAsked = false;
  let isFailing = false;
  /** Number of consecutive pauses. */
  let paused = 0;
  let pausedAt = Number.NEGATIVE_INFINITY;
  const missed = new Set<string>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let readyAt = 0;
  let gap = 0;
  let waited = 0;
  let patienceSpent = 0;
  let idle = 0;
  let totalIdle = 0;
  return {
    isFailing: () => isFailing,
    isSilent: () => isAsked && answeredAt === Number.NEGATIVE_INFINITY,
    isDown: () => missed.size >= missesUntilDown,
    answeredAt: () => answeredAt,
    readyAt: () => readyAt,
    isReady: (now) => now >= readyAt && (inFlight === 0 || !isFailing),
    begin(now) {
      inFlight += 1;
      isAsked = true;
      readyAt = Math.max(readyAt, now + gap);
    },
    answer(now) {
      inFlight -= 1;
      isFailing = false;
      paused = 0;
      missed.clear();
      answeredAt = now;
      idle = 0;
      // A pause that another picture caused is over.
      readyAt = Math.min(readyAt, now + gap);
    },
    failPicture: () => {
      inFlight -= 1;
    },
    fail(address, { isTooMany, retryAfter }, { begun, now }) {
      inFlight -= 1;
      isFailing = true;
      missed.add(address);
      // Parallel failures count once.
      if (begun >= pausedAt) {
        paused += 1;
        pausedAt = now;
        if (isTooMany) gap = Math.min(requestGaps.most, gap === 0 ? requestGaps.first : 2 * gap);
      }
      const hasAnswered = answeredAt > Number.NEGATIVE_INFINITY;
      const asked = hasAnswered ? Math.min(retryAfter ?? 0, maxRetryAfter) : retryAfter;
      readyAt = Math.max(readyAt, now + pauseAfter(paused, asked));
    },
    inFlight: () => inFlight,
    wait(ms, { isForFailing, isIdle }) {
      waited += ms;
      if (isForFailing) patienceSpent += ms;
      if (!isIdle) return;
      idle += ms;
      totalIdle += ms;
    },
    waitedMs: () => waited,
    failingWaitMs: () => patienceSpent,
    idleWaitMs: () => idle,
    totalIdleWaitMs: () => totalIdle,
  };
};

/** The picture hosts of one file, by address. */
export const createHosts = (): ((address: string) => Host) => {
  const hosts = new Map<string, Host>();
  return (address) => {
    const name = URL.parse(address)?.host ?? "";
    const host = hosts.get(name) ?? createHost();
    hosts.set(name, host);
    return host;
  };
};
