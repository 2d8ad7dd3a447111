import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";

/** Pause between tries, ms. Room appears only when an operator makes some. */
const pause = 500;

type RetryOptions<Trouble extends Error> = { signal: AbortSignal; onWait: (error: Trouble) => void };

const retry = async <T, Trouble extends Error>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => error is Trouble,
  { signal, onWait }: RetryOptions<Trouble>,
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
/** True if a store does not answer now, or takes no writes. */
export const isUnavailable = (error: unknown): error is StoreUnwritable | StoreBusy =>
  isUnwritable(error) || error instanceof StoreBusy;

/**
 * Repeats idempotent work while the disk takes no writes. `onWait`: called for each failed try.
 * @throws errors of the work; {@link StoreUnwritable} only once the signal has aborted
 */
export const retryWhileUnwritable = <T>(work: () => Promise<T>, waiting: RetryOptions<StoreUnwritable>): Promise<T> =>
  retry(work, isUnwritable, waiting);

/**
 * Like {@link retryWhileUnwritable}, also while a store, such as an external engine, doesn't respond. Its work may be
 * done already.
 */
export const retryWhileUnavailable = <T>(
  work: () => Promise<T>,
  waiting: RetryOptions<StoreUnwritable | StoreBusy>,
): Promise<T> => retry(work, isUnavailable, waiting);
