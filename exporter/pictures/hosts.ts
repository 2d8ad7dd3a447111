import type { PassingFault } from "./fetch-picture.ts";

/** Between two tries of a host that fails, ms; the last one from then on. */
const pauses = [250, 500, 1_000, 2_000] as const;
/** Once patience is spent, a picture waits so long for its host at most, ms. */
export const longestPause = Math.max(...pauses);
/** A host is down when so many different pictures failed in a row. */
const missesOfDown = 3;
/** ms between two requests to a host that refused one as too many: at first, and at most. */
const gaps = { first: 100, most: 1_000 };

/** The state of one host of pictures. All times are ms of one clock. */
export type Host = {
  /** It failed and has not answered since. It is then asked for one picture at a time. */
  isFailing(): boolean;
  /** It failed for several pictures in a row. */
  isDown(): boolean;
  /** Time of its last answer. */
  answeredAt(): number;
  /** Before this time nothing is asked of it. */
  readyAt(): number;
  /** It can be asked now. */
  isReady(now: number): boolean;
  begin(now: number): void;
  /** It gave a picture, or said that there is none. */
  answer(now: number): void;
  /** `begun`: when it was asked. */
  fail(address: string, fault: PassingFault, times: { begun: number; now: number }): void;
  inFlight(): number;
  /** The file waited for it, ms; `isForFailing`: for nothing but hosts that fail. */
  wait(ms: number, isForFailing: boolean): void;
  /** ms that the file has waited for it, and those of them for nothing but hosts that fail. */
  waited(): number;
  patienceSpent(): number;
};

const createHost = (): Host => {
  let inFlight = 0;
  let isFailing = false;
  /** Pauses in a row. */
  let paused = 0;
  let pausedAt = Number.NEGATIVE_INFINITY;
  const missed = new Set<string>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let readyAt = 0;
  let gap = 0;
  let waited = 0;
  let patienceSpent = 0;
  return {
    isFailing: () => isFailing,
    isDown: () => missed.size >= missesOfDown,
    answeredAt: () => answeredAt,
    readyAt: () => readyAt,
    isReady: (now) => now >= readyAt && (inFlight === 0 || !isFailing),
    begin(now) {
      inFlight += 1;
      readyAt = Math.max(readyAt, now + gap);
    },
    answer(now) {
      inFlight -= 1;
      isFailing = false;
      paused = 0;
      missed.clear();
      answeredAt = now;
    },
    fail(address, { isTooMany, retryAfter }, { begun, now }) {
      inFlight -= 1;
      isFailing = true;
      missed.add(address);
      // Requests that were on their way together count as one.
      if (begun >= pausedAt) {
        paused += 1;
        pausedAt = now;
        if (isTooMany) gap = Math.min(gaps.most, gap === 0 ? gaps.first : 2 * gap);
      }
      const pause = pauses[Math.min(Math.max(paused, 1), pauses.length) - 1] ?? longestPause;
      readyAt = Math.max(readyAt, now + (retryAfter ?? pause));
    },
    inFlight: () => inFlight,
    wait(ms, isForFailing) {
      waited += ms;
      if (isForFailing) patienceSpent += ms;
    },
    waited: () => waited,
    patienceSpent: () => patienceSpent,
  };
};

/** The hosts of the pictures of one file, by address. */
export const createHosts = (): ((address: string) => Host) => {
  const hosts = new Map<string, Host>();
  return (address) => {
    const name = URL.parse(address)?.host ?? "";
    const host = hosts.get(name) ?? createHost();
    hosts.set(name, host);
    return host;
  };
};
