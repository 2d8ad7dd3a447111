import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnwritable } from "../ports/busy.ts";

/** ms between tries: room comes when an operator makes some. */
const pause = 500;

/**
 * Does work that bears being repeated, again and again while the disk takes no writes. `onWait` is told of every try in vain.
 * @throws what the work throws; the disk's trouble only when the signal has aborted
 */
export const whenWritable = async <T>(
  work: () => Promise<T>,
  { signal, onWait }: { signal: AbortSignal; onWait: (error: StoreUnwritable) => void },
): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnwritable) || signal.aborted) throw error;
      onWait(error);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
};
