import { TemporaryFault } from "./fetch-picture.ts";
import { createHosts, type Host, isReady, noteAnswer, noteFault, pauseAfter } from "./hosts.ts";
import type { Picture } from "./picture.ts";
import type { PictureLimits } from "./picture-limits.ts";
import type { PictureSource } from "./source.ts";
import type { WaitPermit } from "./wait-permits.ts";

/** A picture whose host answers for others gets so many tries, and so long, ms. */
const leastOwnFailures = 3;
const ownPatienceMs = 15_000;
/** Every host may take this long, ms: a request's timeout. */
const leastWaitMs = 5_000;
/** An answer after a longer pause counts as waited for, ms. */
const promptMs = 1_000;

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
 * pauses. If the host answered for others since, only the picture pauses. A host may take half of the wait that the
 * others have left, so a failing one costs no other its pictures.
 */
export const createRetryingFetch = ({
  source,
  bounds,
  waitPermit,
  signal,
}: {
  source: PictureSource;
  bounds: Pick<PictureLimits, "maxConcurrent" | "patienceMs" | "maxWaitMs" | "freeWaitMs">;
  /** Absent: a file may always wait. Its owner releases it. */
  waitPermit?: WaitPermit | undefined;
  signal: AbortSignal;
}): RetryingFetch => {
  const hostOf = createHosts();
  /** Time without a picture, ms. */
  let waited = 0;
  let answeredAt = 0;

  const mayWait = (): boolean => waited <= bounds.freeWaitMs || (waitPermit?.acquire() ?? true);
  /** A host's remaining wait, ms. */
  const leftFor = (host: Host): number =>
    Math.max(leastWaitMs, ((mayWait() ? bounds.patienceMs : 0) - waited + host.waited) / 2) - host.waited;
  const isLost = (host: Host, now: number): boolean =>
    leftFor(host) <= 0 || (host.faults > 0 && host.readyAt - now > leftFor(host));
  const isDue = ({ host, readyAt }: PictureRequest, now: number): boolean => now >= readyAt && isReady(host, now);

  return async (addresses, { hasRoom, isFull, settle }) => {
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
    let failure: { error: unknown } | undefined;
    let wake = (): void => undefined;

    const ask = async (request: PictureRequest): Promise<void> => {
      const { address, host } = request;
      const begun = performance.now();
      if (request.tries === 0) request.firstTriedAt = begun;
      request.tries += 1;
      inFlight.add(request);
      host.inFlight += 1;
      host.readyAt = Math.max(host.readyAt, begun + host.gap);
      try {
        const picture = await source(address, signal);
        answeredAt = performance.now();
        noteAnswer(host, answeredAt);
        settle(address, picture ?? "failed");
      } catch (error) {
        if (!(error instanceof TemporaryFault)) failure ??= { error };
        else if (request.tries === 1 || host.answeredAt <= request.firstTriedAt) noteFault(host, error, begun);
        else {
          request.ownFailures += 1;
          request.readyAt = performance.now() + pauseAfter(request.ownFailures);
        }
        pendingRequests.push(request);
      } finally {
        inFlight.delete(request);
        host.inFlight -= 1;
        wake();
      }
    };

    /** Prefers the host with the fewest requests in flight, so that slow hosts don't take all slots. */
    const nextToAsk = (): PictureRequest | undefined => {
      const now = performance.now();
      let next: PictureRequest | undefined;
      for (const request of pendingRequests) {
        if (next && next.host.inFlight <= request.host.inFlight) continue;
        if (isDue(request, now) && hasRoom(request.address)) next = request;
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

    const giveUp = (isRejected: (request: PictureRequest) => boolean): void => {
      const rejected = pendingRequests.filter(isRejected);
      pendingRequests = pendingRequests.filter((request) => !rejected.includes(request));
      for (const { address, tries, host } of rejected) settle(address, tries + host.faults > 0 ? "failed" : "beyond");
    };

    /** Waits for a response, or the end of a pause or of a host's time. */
    const pause = async (): Promise<void> => {
      const before = performance.now();
      const pausing = pendingRequests.filter((request) => !isDue(request, before) && hasRoom(request.address));
      const hosts = new Set([
        ...[...inFlight].map(({ host }) => host),
        ...pausing.filter(({ host }) => !isReady(host, before)).map(({ host }) => host),
      ]);
      const ends = [
        ...pausing.map(({ host, readyAt }) => Math.max(host.readyAt, readyAt) - before),
        ...[...hosts].map(leftFor),
      ].filter((ms) => ms > 0);
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener("abort", wake, { once: true });
      // Once all time is up, waits only for requests in flight.
      const timer = ends.length > 0 ? setTimeout(wake, Math.min(...ends)) : undefined;
      await promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      const took = performance.now() - before;
      if (answeredAt >= before && took < promptMs) return;
      waited += took;
      for (const host of hosts) host.waited += took;
    };

    while (pendingRequests.length + inFlight.size > 0) {
      signal.throwIfAborted();
      if (failure) throw failure.error;
      if (isFull()) return;
      const now = performance.now();
      giveUp(({ host }) => isLost(host, now));
      giveUp(({ ownFailures, firstTriedAt }) => ownFailures >= leastOwnFailures && now - firstTriedAt > ownPatienceMs);
      if (waited > (mayWait() ? bounds.maxWaitMs : 2 * bounds.freeWaitMs)) giveUp(() => true);
      askMore();
      if (pendingRequests.length + inFlight.size > 0) await pause();
    }
    signal.throwIfAborted();
    if (failure) throw failure.error;
  };
};
