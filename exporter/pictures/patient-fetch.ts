import type { PictureBounds } from "./bounds.ts";
import { PassingFault } from "./fetch-picture.ts";
import { createHosts, type Host, longestPause } from "./hosts.ts";
import type { Picture } from "./picture.ts";
import type { PictureSource } from "./source.ts";

/** A picture that fails while its host answers for others is tried so often. */
const mostTries = 16;

type Wanted = {
  readonly address: string;
  readonly host: Host;
  tries: number;
  /** Time of its first try, ms. */
  since: number;
};

export type PatientFetch = (
  addresses: readonly string[],
  taker: {
    /** There is room for one more picture. The first one that is not settled always has room. */
    hasRoom: (address: string) => boolean;
    /** No more pictures are wanted. */
    isFull: () => boolean;
    /** Called once for each address, in any order, unless no more are wanted. `beyond`: there was no time to ask for it. */
    settle: (address: string, picture: Picture | "failed" | "beyond") => void;
  },
) => Promise<void>;

/**
 * Fetches pictures of one file, several at once. A picture whose host has a fault that may pass is put back behind the others and tried again, with
 * pauses that its whole host keeps. Time and patience are counted for each host: one that is slow or fails takes no picture of another.
 */
export const createPatientFetch = ({
  source,
  bounds,
  signal,
}: {
  source: PictureSource;
  bounds: Pick<PictureBounds, "atOnce" | "waits" | "reserve" | "patience">;
  signal: AbortSignal;
}): PatientFetch => {
  const hostOf = createHosts();
  /** ms of waiting in all. */
  let waited = 0;

  /** ms that the file can wait for a host: as much as it then leaves to the others. Below 0: it has waited too long. */
  const leftFor = (host: Host): number => {
    const all = host.isFailing() ? bounds.waits - bounds.reserve : bounds.waits;
    return (all - waited - host.waited()) / 2;
  };

  const isHopeless = ({ host, tries, since }: Wanted, now: number): boolean => {
    if (tries >= mostTries && host.answeredAt() > since) return true;
    const left = bounds.patience - host.patienceSpent();
    if (left <= 0 && (tries > 0 || host.isDown())) return true;
    return host.isFailing() && host.readyAt() - now > Math.max(left, longestPause);
  };

  return async (addresses, { hasRoom, isFull, settle }) => {
    let waiting = addresses.map((address): Wanted => ({ address, host: hostOf(address), tries: 0, since: 0 }));
    const inFlight = new Set<Wanted>();
    let failure: { error: unknown } | undefined;
    let wake = (): void => undefined;

    const ask = async (wanted: Wanted): Promise<void> => {
      const { address, host } = wanted;
      const begun = performance.now();
      if (wanted.tries === 0) wanted.since = begun;
      wanted.tries += 1;
      inFlight.add(wanted);
      host.begin(begun);
      try {
        const picture = await source(address, signal);
        host.answer(performance.now());
        settle(address, picture ?? "failed");
      } catch (error) {
        if (error instanceof PassingFault) {
          host.fail(address, error, { begun, now: performance.now() });
          waiting.push(wanted);
        } else failure ??= { error };
      } finally {
        inFlight.delete(wanted);
        wake();
      }
    };

    /** The next one that can be asked for, of the host that has the fewest on their way: a slow one takes no places of the others. */
    const nextToAsk = (): Wanted | undefined => {
      const now = performance.now();
      let next: Wanted | undefined;
      for (const wanted of waiting) {
        if (next && next.host.inFlight() <= wanted.host.inFlight()) continue;
        if (wanted.host.isReady(now) && hasRoom(wanted.address)) next = wanted;
      }
      return next;
    };

    const askMore = (): void => {
      while (inFlight.size < bounds.atOnce) {
        const next = nextToAsk();
        if (!next) return;
        waiting.splice(waiting.indexOf(next), 1);
        void ask(next);
      }
    };

    const giveUp = (isWanted: (wanted: Wanted) => boolean, as: "failed" | "beyond"): void => {
      const [gone, kept] = [waiting.filter(isWanted), waiting.filter((wanted) => !isWanted(wanted))];
      waiting = kept;
      for (const { address } of gone) settle(address, as);
    };

    /** Hosts that answers are on their way from, or that cannot be asked yet. The others wait for a place alone. */
    const awaited = (now: number): Host[] => {
      const pausing = waiting.filter(({ address, host }) => !host.isReady(now) && hasRoom(address));
      return [...new Set([...inFlight, ...pausing].map(({ host }) => host))];
    };

    /** Until an answer is here, or a host can be asked again or has been waited for too long. */
    const pause = async (): Promise<void> => {
      const before = performance.now();
      const hosts = awaited(before);
      const isForFailing = hosts.every((host) => host.isFailing());
      const ready = waiting.map(({ host }) => host.readyAt() - before).filter((ms) => ms > 0);
      const left = hosts.map(leftFor).filter((ms) => ms >= 0);
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener("abort", wake, { once: true });
      // Once the time is over only answers that are on their way are waited for.
      const timer = left.length > 0 ? setTimeout(wake, Math.min(...ready, ...left)) : undefined;
      await promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      const took = performance.now() - before;
      waited += took;
      for (const host of hosts) host.wait(took, isForFailing);
    };

    while (waiting.length + inFlight.size > 0) {
      signal.throwIfAborted();
      if (failure) throw failure.error;
      if (isFull()) return;
      giveUp((wanted) => isHopeless(wanted, performance.now()), "failed");
      giveUp(({ tries, host }) => tries > 0 && leftFor(host) < 0, "failed");
      giveUp(({ host }) => leftFor(host) < 0, "beyond");
      askMore();
      if (waiting.length + inFlight.size > 0) await pause();
    }
    signal.throwIfAborted();
    if (failure) throw failure.error;
  };
};
