import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "#application/process/retry-while-unavailable.ts";
import type { Members } from "./members.ts";

type Running = { stop: AbortController; done: Promise<void> };

/** A member's share, every n-th unit: spreads both the parts of a read model and the read models of a part evenly. */
const shareOf = <Unit>(units: readonly Unit[], members: readonly string[], id: string): Unit[] =>
  units.filter((_, n) => members[n % members.length] === id);

/**
 * Runs this process's share until the signal aborts, and adapts it as members come or go. Leases in `run` prevent
 * double work. Rejects if a unit fails.
 */
export const sharePartitions = async <Unit extends { name: string }>({
  units,
  id,
  members,
  run,
  onShare,
  every,
  signal,
}: {
  units: readonly Unit[];
  id: string;
  members: Members;
  run: (unit: Unit, signal: AbortSignal) => Promise<void>;
  onShare: (names: readonly string[]) => void;
  /** Interval between checks of the members, ms. */
  every: number;
  signal: AbortSignal;
}): Promise<void> => {
  const broken = new AbortController();
  const ending = AbortSignal.any([signal, broken.signal]);
  const running = new Map<Unit, Running>();
  let share: readonly Unit[] | undefined;

  const begin = (unit: Unit, after: Promise<void>): void => {
    const stop = new AbortController();
    const work = after.then(() => run(unit, AbortSignal.any([ending, stop.signal])));
    const done = work.catch((error: unknown) => broken.abort(error));
    running.set(unit, { stop, done });
  };
  const take = (assigned: readonly Unit[]): void => {
    for (const [unit, { stop }] of running) if (!assigned.includes(unit)) stop.abort();
    for (const unit of assigned) {
      const runningUnit = running.get(unit);
      if (!runningUnit || runningUnit.stop.signal.aborted) begin(unit, runningUnit?.done ?? Promise.resolve());
    }
    const isSame =
      share !== undefined && share.length === assigned.length && assigned.every((unit) => share?.includes(unit));
    share = assigned;
    if (!isSame) onShare(assigned.map(({ name }) => name));
  };
  const renew = async (): Promise<void> => {
    try {
      take(shareOf(units, await members.renew(), id));
    } catch (error) {
      // Nobody else can take over without the store either, so keep the current share.
      if (!isUnavailable(error)) throw error;
      members.forget();
    }
  };
  try {
    while (!ending.aborted) {
      await renew();
      await sleep(every, undefined, { signal: ending }).catch(() => undefined);
    }
  } catch (error) {
    broken.abort(error);
  }
  await Promise.all([...running.values()].map(({ done }) => done));
  // If this fails, others only wait for the lease.
  await members.leave().catch(() => undefined);
  if (broken.signal.aborted) throw broken.signal.reason;
};
