import { setTimeout as sleep } from "node:timers/promises";
import { StoreDamaged } from "../ports/store-errors.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";

const pauseMs = { first: 100, longest: 5_000 };

export type Fault = { error: unknown; tries: number; nextTryInMs: number };

/**
 * Retries with growing pauses; false if the signal aborts first.
 * @throws {StoreDamaged} {HistoryDiffers} and errors that `isFinal` selects
 */
export const retryUntilDone = async (
  work: () => Promise<void>,
  {
    signal,
    onFault,
    isFinal = () => false,
  }: { signal: AbortSignal; onFault: (fault: Fault) => void; isFinal?: (error: unknown) => boolean },
): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof StoreDamaged || error instanceof HistoryDiffers || isFinal(error)) throw error;
      const maxPauseMs = Math.min(pauseMs.first * 2 ** (tries - 1), pauseMs.longest);
      const nextTryInMs = Math.round(maxPauseMs * (0.5 + Math.random() / 2));
      onFault({ error, tries, nextTryInMs });
      await sleep(nextTryInMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
    }
  }
};
