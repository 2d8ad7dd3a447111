import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#infra/ports/clock.ts";
import { acquireLease } from "#infra/ports/stores/acquire-lease.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Longer than any effect, ms. After that, the process counts as dead. */
const leaseDuration = 5_000;
const pollInterval = 20;
/** Far longer than a command may be repeated, ms. */
const retention = 30 * 24 * 3_600_000;

type Applied = { version: number };

/**
 * Runs a command's side effect at least once, and never after a later command's: a repeat may arrive after newer calls
 * (ADR 119). It must be idempotent, as the process may die before recording it. `effect`: the thing it changes.
 * `version`: of the command's event; all events with this effect are in one stream.
 * @returns false if this or a later effect was already applied
 * @throws the reason of `signal`, while waiting for another process
 */
export const runEffectInOrder = async (
  { state, clock }: { state: StateStore; clock: Pick<Clock, "wall"> },
  { effect, version, signal }: { effect: string; version: number; signal: AbortSignal },
  act: () => Promise<unknown>,
): Promise<boolean> => {
  const key = `effect:${effect}`;
  for (;;) {
    const lease = await acquireLease(state, { key: `effect-under-way:${effect}`, leaseFor: leaseDuration, clock });
    if (!lease) {
      signal.throwIfAborted();
      await sleep(pollInterval * (1 + Math.random()));
      continue;
    }
    try {
      const applied = await state.get<Applied>(key);
      if (applied && applied.value.version >= version) return false;
      await act();
      await state.put(key, { version }, { expiresAt: new Date(clock.wall().getTime() + retention) });
      return true;
    } finally {
      await lease.release();
    }
  }
};
