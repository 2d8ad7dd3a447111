import { setTimeout as sleep } from "node:timers/promises";
import { findOperatorSentence } from "#application/process/exit-with-reason.ts";
import type { Log } from "#infra/ports/log.ts";

/** Interval between sweeps, ms of steady time. */
const cleanupInterval = 60 * 60_000;

/**
 * Removes data that failed its purpose or whose time is over. `failed`: logged if a round fails. `atStart`: also runs
 * at start.
 */
export type Cleanup = { round(signal: AbortSignal): Promise<void>; failed: string; atStart?: true };

/**
 * Sweeps every `pause` ms until the signal aborts.
 * @throws {StoreDamaged}
 */
export const runCleanup = async (
  cleanups: readonly Cleanup[],
  { log }: { log: Pick<Log, "warn"> },
  signal: AbortSignal,
  pause = cleanupInterval,
): Promise<void> => {
  const runRound = async (some: readonly Cleanup[]): Promise<void> => {
    for (const { round, failed } of some) {
      if (signal.aborted) return;
      await round(signal).catch((err: unknown) => {
        if (findOperatorSentence(err) !== undefined) throw err;
        if (!signal.aborted) log.warn({ err }, failed);
      });
    }
  };
  await runRound(cleanups.filter(({ atStart }) => atStart));
  while (!signal.aborted) {
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    await runRound(cleanups);
  }
};
