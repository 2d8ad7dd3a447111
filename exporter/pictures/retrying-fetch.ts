import { TemporaryFault } from "./fetch-picture.ts";
import { createHosts, type Host, maxPause, pauseAfter } from "./hosts.ts";
import type { Picture } from "./picture.ts";
import type { PictureLimits } from "./picture-limits.ts";
import type { PictureSource } from "./source.ts";
import type { WaitPermit } from "./wait-permits.ts";

/** Tries per picture, while its host answers for others. */
const maxTries = 16;
/** Time of failures while the host answers for others, ms. */
const maxOwnFailureMs = 15_000;
const minOwnFailures = 3;
/** Shortest time without any answer that counts as idle. */
const minIdleMs = 1_000;
const slowHostIdleMs = 3_000;
/** Time without pictures to fetch until a file returns its permit, ms. */
const unusedPermitMs = 5_000;

type PictureRequest = {
  readonly address: string;
  readonly host: Host;
  tries: number;
  /** ms, like all times here. */
  firstTriedAt: number;
  /** Failures while its host answered for others. */
  ownFailures: number;
  readyAt: number;
};

export type RetryingFetch = (
  addresses: readonly string[],
  taker: {
    /** The first unsettled picture always has room. */
    hasRoom: (address: string) => boolean;
    isFull: () => boolean;
    /** Called once per address, in any order, while pictures are wanted. `beyond`: no time to request it. */
    settle: (address: string, picture: Picture | "failed" | "beyond") => void;
  },
) => Promise<void>;

/**
 * Fetches a file's pictures in parallel. After a temporary fault, a picture goes behind the others, and its host
 * pauses. If the host answered for others since, only the picture pauses. Time and patience are counted per host, so a
 * failing host costs no other its pictures.
 */
export const createRetryingFetch = ({
  source,
  bounds,
  waitPermit,
  signal,
}: {
  source: PictureSource;
  bounds: Pick<
    PictureLimits,
    "maxConcurrent" | "maxWaitMs" | "reservedWaitMs" | "maxFailingWaitMs" | "freeIdleWaitMs" | "freeWaitMs"
  >;
  /** Absent: a file may always wait. Its owner releases it at the file's end. */
  waitPermit?: WaitPermit | undefined;
  signal: AbortSignal;
}): RetryingFetch => {
  const hostOf = createHosts();
  /** Total wait, ms. */
  let waited = 0;
  /** Time without an answer from any host, up to the last answer. */
  let idleBefore = 0;
  let answeredAt = 0;
  let permittedAt: number | undefined;
  let releaseTimer: NodeJS.Timeout | undefined;
  const releasePermit = (): void => {
    clearTimeout(releaseTimer);
    permittedAt = undefined;
    waitPermit?.release();
  };
  const totalIdle = (): number => {
    const gap = performance.now() - answeredAt;
    return idleBefore + (gap < minIdleMs ? 0 : gap);
  };
  const settleIdle = (): void => {
    idleBefore = totalIdle();
    answeredAt = performance.now();
  };

  /** A host's remaining wait: never more than it leaves to the others. Negative: too long. */
  const leftFor = (host: Host): number => {
    const all = host.isFailing() ? bounds.maxWaitMs - bounds.reservedWaitMs : bounds.maxWaitMs;
    return (all - waited - host.waitedMs()) / 2;
  };

  const isReady = ({ host, readyAt }: PictureRequest, now: number): boolean => host.isReady(now) && now >= readyAt;

  const isHopeless = ({ host, tries, firstTriedAt, ownFailures }: PictureRequest, now: number): boolean => {
    if (tries >= maxTries && host.answeredAt() > firstTriedAt) return true;
    if (ownFailures >= minOwnFailures && now - firstTriedAt > maxOwnFailureMs) return true;
    const left = bounds.maxFailingWaitMs - host.failingWaitMs();
    if (left <= 0 && (tries > 0 || host.isDown())) return true;
    return host.isFailing() && host.readyAt() - now > Math.max(left, maxPause);
  };

  return async (addresses, { hasRoom, isFull, settle }) => {
    if (addresses.length > 0) clearTimeout(releaseTimer);
    let pendingRequests = addresses.map(
      (address): PictureRequest => ({
        address,
        host: hostOf(address),
        tries: 0,
        firstTriedAt: 0,
        ownFailures: 0,
        readyAt: 0,
      }),
    );
    const inFlight = new Set<PictureRequest>();
    answeredAt = performance.now();
    let failure: { error: unknown } | undefined;
    let wake = (): void => undefined;

    const fail = (request: PictureRequest, fault: TemporaryFault, begun: number): void => {
      const { address, host, tries, firstTriedAt } = request;
      const now = performance.now();
      if (tries === 1 || host.answeredAt() <= firstTriedAt) {
        host.fail(address, fault, { begun, now });
        return;
      }
      host.failPicture();
      request.ownFailures += 1;
      request.readyAt = now + Math.min(pauseAfter(request.ownFailures, fault.retryAfter), maxOwnFailureMs);
    };

    const ask = async (request: PictureRequest): Promise<void> => {
      const { address, host } = request;
      const startedAt = performance.now();
      if (request.tries === 0) request.firstTriedAt = startedAt;
      request.tries += 1;
      inFlight.add(request);
      host.begin(startedAt);
      try {
        const picture = await source(address, signal);
        host.answer(performance.now());
        settleIdle();
        settle(address, picture ?? "failed");
      } catch (error) {
        if (error instanceof TemporaryFault) {
          fail(request, error, startedAt);
          pendingRequests.push(request);
        } else failure ??= { error };
      } finally {
        inFlight.delete(request);
        wake();
      }
    };

    /** Prefers the host with the fewest requests in flight, so that slow hosts don't take all slots. */
    const nextToAsk = (): PictureRequest | undefined => {
      const now = performance.now();
      let next: PictureRequest | undefined;
      for (const request of pendingRequests) {
        if (next && next.host.inFlight() <= request.host.inFlight()) continue;
        if (isReady(request, now) && hasRoom(request.address)) next = request;
      }
      return next;
    };

    const askMore = (): void => {
      while (inFlight.size < bounds.maxConcurrent) {
        const next = nextToAsk();
        if (!next) return;
        pendingRequests.splice(pendingRequests.indexOf(next), 1);
        void ask(next);
      }
    };

    const giveUp = (isRejected: (request: PictureRequest) => boolean, as: "failed" | "beyond"): void => {
      const [rejected, remaining] = [
        pendingRequests.filter(isRejected),
        pendingRequests.filter((request) => !isRejected(request)),
      ];
      pendingRequests = remaining;
      for (const { address } of rejected) settle(address, as);
    };

    /** Hosts that are waited for, without those that only wait for a slot. */
    const awaited = (now: number): Host[] => {
      const pausing = pendingRequests.filter((request) => !isReady(request, now) && hasRoom(request.address));
      return [...new Set([...inFlight, ...pausing].map(({ host }) => host))];
    };

    const mayWait = (): boolean => {
      if (!waitPermit) return true;
      if (!waitPermit.acquire()) return false;
      permittedAt ??= performance.now();
      return true;
    };

    const giveUpSlow = (): void => {
      giveUp(({ tries, host }) => tries > 0 && host.idleWaitMs() >= slowHostIdleMs, "failed");
      giveUp(({ host }) => host.idleWaitMs() >= slowHostIdleMs, "beyond");
    };

    /** Waits for a response, or the end of a host's pause or time. */
    const pause = async (): Promise<void> => {
      const before = performance.now();
      const idleBeforePause = totalIdle();
      const hosts = awaited(before);
      const isForFailing = hosts.every((host) => host.isFailing());
      const ready = pendingRequests
        .map(({ host, readyAt }) => Math.max(host.readyAt(), readyAt) - before)
        .filter((ms) => ms > 0);
      const left = hosts.map(leftFor).filter((ms) => ms >= 0);
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener("abort", wake, { once: true });
      // Once all time is up, waits only for requests in flight.
      const timer = left.length > 0 ? setTimeout(wake, Math.min(...ready, ...left)) : undefined;
      await promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      const took = performance.now() - before;
      waited += took;
      const isIdle = totalIdle() > idleBeforePause;
      for (const host of hosts) host.wait(took, { isForFailing, isIdle });
      if (isIdle && totalIdle() > bounds.freeIdleWaitMs && !mayWait()) giveUpSlow();
    };

    const fetchAll = async (): Promise<void> => {
      while (pendingRequests.length + inFlight.size > 0) {
        signal.throwIfAborted();
        if (failure) throw failure.error;
        if (isFull()) return;
        giveUp((request) => isHopeless(request, performance.now()), "failed");
        giveUp(({ tries, host }) => tries > 0 && leftFor(host) < 0, "failed");
        giveUp(({ host }) => leftFor(host) < 0, "beyond");
        if (totalIdle() > 3 * bounds.freeIdleWaitMs && !mayWait())
          giveUp(({ host }) => host.isSilent() || host.totalIdleWaitMs() >= bounds.freeIdleWaitMs, "beyond");
        if (waited > bounds.freeWaitMs && !mayWait()) giveUp(() => true, "beyond");
        askMore();
        if (pendingRequests.length + inFlight.size > 0) await pause();
      }
      signal.throwIfAborted();
      if (failure) throw failure.error;
    };
    try {
      await fetchAll();
    } finally {
      settleIdle();
      const left = bounds.maxFailingWaitMs - (performance.now() - (permittedAt ?? performance.now()));
      if (isFull() || left <= 0) releasePermit();
      // The permit is kept for coming rows, but not for long.
      else if (permittedAt !== undefined && addresses.length > 0)
        releaseTimer = setTimeout(releasePermit, Math.min(left, unusedPermitMs)).unref();
    }
  };
};
