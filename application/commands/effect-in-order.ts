import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { takeLease } from "#infra/ports/stores/take-lease.ts";

/** Longer than an effect takes; after it the process that brings it about counts as dead, ms. */
const leaseFor = 5_000;
const pollEvery = 20;
/** Far longer than repeats of a command come, ms. */
const keptFor = 30 * 24 * 3_600_000;

type Applied = { version: number };

/**
 * Brings about what a command does beside its event, once, and never over what a later one did: a repeat of a call may come behind newer calls
 * of its kind, and be answered by whoever did not hear of those (ADR 22). Whoever was killed between event and effect is made up for by the repeat.
 * @param of `effect`: what it changes; `version`: of the event, in a stream that all events of this effect are in
 * @returns false where it was brought about before, or a later one was
 * @throws the reason of `signal`, while it waits for another process
 */
export const effectInOrder = async (
  { state, clock }: { state: StateStore; clock: Pick<Clock, "wall"> },
  { effect, version, signal }: { effect: string; version: number; signal: AbortSignal },
  act: () => Promise<unknown>,
): Promise<boolean> => {
  const key = `effect:${effect}`;
  for (;;) {
    const lease = await takeLease(state, { key: `effect-under-way:${effect}`, leaseFor, clock });
    if (!lease) {
      signal.throwIfAborted();
      await sleep(pollEvery * (1 + Math.random()));
      continue;
    }
    try {
      const applied = await state.get<Applied>(key);
      if (applied && applied.value.version >= version) return false;
      await act();
      await state.put(key, { version }, { expiresAt: new Date(clock.wall().getTime() + keptFor) });
      return true;
    } finally {
      await lease.release();
    }
  }
};
