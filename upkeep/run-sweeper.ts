import { setTimeout as sleep } from "node:timers/promises";
import { operatorSentence } from "#application/process/give-up.ts";
import type { Log } from "#infra/ports/log.ts";

/** Interval between sweeps, ms of steady time. */
const every = 60 * 60_000;

/**
 * Removes data whose purpose failed or whose time is over. `failed`: logged if a round fails. `atStart`: also sweeps
 * once at start.
 */
export type Sweep = { round(signal: AbortSignal): Promise<void>; failed: string; atStart?: true };

/**
 * Sweeps every hour until the signal aborts. Sweeps without `atStart` first run an hour after the start. `pause`: ms.
 * @throws {StoreDamaged}
 */
export const runSweeper = async (
  sweeps: readonly Sweep[],
  { log }: { log: Pick<Log, "warn"> },
  signal: AbortSignal,
  pause = every,
): Promise<void> => {
  const sweep = async (some: readonly Sweep[]): Promise<void> => {
    for (const { round, failed } of some) {
      if (signal.aborted) return;
      await round(signal).catch((err: unknown) => {
        if (operatorSentence(err) !== undefined) throw err;
        if (!signal.aborted) log.warn({ err }, failed);
      });
    }
  };
  await sweep(sweeps.filter(({ atStart }) => atStart));
  while (!signal.aborted) {
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    await sweep(sweeps);
  }
};
