import type { TemporaryFault } from "./fetch-picture.ts";

/** ms between tries of a failing host; the last one repeats. */
const pauses = [250, 500, 1_000, 2_000] as const;
/** Longest wait for a host once patience is spent, ms. */
export const maxPause = Math.max(...pauses);
/** Longest `Retry-After` obeyed for a host that has answered, ms. */
const maxRetryAfter = 10_000;

/** Pause after failures, ms. `retryAfter`: as the host asks. */
export const pauseAfter = (failures: number, retryAfter = 0): number =>
  Math.max(pauses[Math.min(Math.max(failures, 1), pauses.length) - 1] ?? maxPause, retryAfter);
const missesUntilDown = 3;
/** ms between requests to a host that answered 429. */
const requestGaps = { first: 100, most: 1_000 };

/** State of a picture host. Times are ms of one clock. */
export type Host = {
  /** True if it failed and hasn't answered since. The host then gets one request at a time. */
  isFailing(): boolean;
  isSilent(): boolean;
  isDown(): boolean;
  answeredAt(): number;
  readyAt(): number;
  isReady(now: number): boolean;
  begin(now: number): void;
  /** Notes a picture, or that there is none. */
  answer(now: number): void;
  /** One picture failed while the host works. */
  failPicture(): void;
  fail(address: string, fault: TemporaryFault, times: { begun: number; now: number }): void;
  inFlight(): number;
  /** `isForFailing`: all awaited hosts were failing. `isIdle`: none answered for long. */
  wait(ms: number, kind: { isForFailing: boolean; isIdle: boolean }): void;
  /** `failingWaitMs`: spent while waiting only for failing hosts. */
  waitedMs(): number;
  failingWaitMs(): number;
  /** Idle time since the last answer. */
  idleWaitMs(): number;
  totalIdleWaitMs(): number;
};

const createHost = (): Host => {
  let inFlight = 0;
  let isAsked = false;
  let isFailing = false;
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

/** Finds the state of an address's host, for one file. */
export const createHosts = (): ((address: string) => Host) => {
  const hosts = new Map<string, Host>();
  return (address) => {
    const name = URL.parse(address)?.host ?? "";
    const host = hosts.get(name) ?? createHost();
    hosts.set(name, host);
    return host;
  };
};
