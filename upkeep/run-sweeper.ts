import { setTimeout as sleep } from "node:timers/promises";
import { operatorSentence } from "#infra/app/give-up.ts";
import type { Log } from "#infra/app/log.ts";

/** Between two sweeps, ms of steady time. */
const every = 60 * 60_000;

/** Removes what was kept for something that did not come about. `failed` is logged when a round fails. */
export type Sweep = { round(signal: AbortSignal): Promise<void>; failed: string };

/**
 * Sweeps every hour until the signal aborts, for the first time an hour after the start. `pause`: ms.
 * @throws {StoreDamaged}
 */
export const runSweeper = async (
  sweeps: readonly Sweep[],
  { log }: { log: Pick<Log, "warn"> },
  signal: AbortSignal,
  pause = every,
): Promise<void> => {
  for (;;) {
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    for (const { round, failed } of sweeps) {
      if (signal.aborted) return;
      await round(signal).catch((err: unknown) => {
        if (operatorSentence(err) !== undefined) throw err;
        if (!signal.aborted) log.warn({ err }, failed);
      });
    }
    if (signal.aborted) return;
  }
};
