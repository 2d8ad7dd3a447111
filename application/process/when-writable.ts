import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";

/** ms between tries: room comes when an operator makes some. */
const pause = 500;

type Waiting<Trouble extends Error> = { signal: AbortSignal; onWait: (error: Trouble) => void };

const again = async <T, Trouble extends Error>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => error is Trouble,
  { signal, onWait }: Waiting<Trouble>,
): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      onWait(error);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
};

const isUnwritable = (error: unknown): error is StoreUnwritable => error instanceof StoreUnwritable;
/** A store does not answer now, or takes no writes. */
export const isAway = (error: unknown): error is StoreUnwritable | StoreBusy =>
  isUnwritable(error) || error instanceof StoreBusy;

/**
 * Does work that bears being repeated, again and again while the disk takes no writes. `onWait` is told of every try in vain.
 * @throws what the work throws; the disk's trouble only when the signal has aborted
 */
export const whenWritable = <T>(work: () => Promise<T>, waiting: Waiting<StoreUnwritable>): Promise<T> =>
  again(work, isUnwritable, waiting);

/** The same while a store does not answer, too, as an engine that others keep may not for a while; of work that it may have done all the same. */
export const whenItAnswers = <T>(work: () => Promise<T>, waiting: Waiting<StoreUnwritable | StoreBusy>): Promise<T> =>
  again(work, isAway, waiting);
