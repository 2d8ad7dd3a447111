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
    /** Told once of each address, in any order; not of those for which the time did not suffice. */
    settle: (address: string, picture: Picture | undefined) => void;
  },
) => Promise<void>;

/**
 * Fetches pictures of one file, several at once. A picture whose host has a fault that may pass is put back behind the others and tried again, with
 * pauses that its whole host keeps. `bounds.patience` is for such waiting alone, so that hosts which answer keep the rest of `bounds.waits`.
 */
export const createPatientFetch = ({
  source,
  bounds,
  signal,
}: {
  source: PictureSource;
  bounds: Pick<PictureBounds, "atOnce" | "waits" | "patience">;
  signal: AbortSignal;
}): PatientFetch => {
  const hostOf = createHosts();
  /** ms of waiting: in all, and for nothing but hosts that fail. */
  let waited = 0;
  let patienceSpent = 0;
  /** The file has waited as long as it may. */
  let isLate = false;

  const isHopeless = ({ host, tries, since }: Wanted, now: number): boolean => {
    if (tries >= mostTries && host.answeredAt() > since) return true;
    const left = bounds.patience - patienceSpent;
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
        settle(address, picture);
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

    const askMore = (): void => {
      for (const wanted of [...waiting]) {
        if (inFlight.size >= bounds.atOnce) return;
        if (!wanted.host.isReady(performance.now()) || !hasRoom(wanted.address)) continue;
        waiting.splice(waiting.indexOf(wanted), 1);
        void ask(wanted);
      }
    };

    const giveUp = (isWanted: (wanted: Wanted) => boolean): void => {
      const [gone, kept] = [waiting.filter(isWanted), waiting.filter((wanted) => !isWanted(wanted))];
      waiting = kept;
      for (const { address } of gone) settle(address, undefined);
    };

    /** Until an answer is here, or a host can be asked again. */
    const pause = async (): Promise<void> => {
      const before = performance.now();
      const isForFailing = ![...inFlight, ...waiting.filter(({ address }) => hasRoom(address))].some(
        ({ host }) => !host.isFailing(),
      );
      const next = Math.min(...waiting.map(({ host }) => host.readyAt()).filter((at) => at > before));
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener("abort", wake, { once: true });
      const left = bounds.waits - waited;
      // Once the time is over only answers that are on their way are waited for.
      const timer = left > 0 ? setTimeout(wake, Math.min(next - before, left)) : undefined;
      await promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      const took = performance.now() - before;
      waited += took;
      if (isForFailing) patienceSpent += took;
      isLate ||= waited >= bounds.waits;
    };

    while (waiting.length + inFlight.size > 0) {
      signal.throwIfAborted();
      if (failure) throw failure.error;
      if (isFull()) return;
      if (isLate) {
        giveUp(({ tries }) => tries > 0);
        if (inFlight.size === 0) return;
      } else {
        giveUp((wanted) => isHopeless(wanted, performance.now()));
        askMore();
      }
      if (waiting.length + inFlight.size > 0) await pause();
    }
    signal.throwIfAborted();
    if (failure) throw failure.error;
  };
};
