import { type Clock, createJumpMeter } from "../ports/clock.ts";

/** One clock for all processes that share a store, whatever their machines show (ADR 31). */
export type StoreTime = {
  /** Time in ms since 1970. */
  now(): Promise<number>;
  /** A moment of this machine's wall clock in the store's time. */
  fromLocal(local: Date): Promise<number>;
};

/** Time until the next measurement, ms: clocks drift, and the primary may change. */
const measuredFor = 60_000;
/** Maximum attempts, of which the fastest counts. One that takes at most `promptMs` is enough. */
const maxTries = 3;
const promptMs = 50;

type Measured = { store: number; steady: number; took: number };

/**
 * Measured, then extrapolated by the steady clock. `ask`: reads the store's clock. A slow response is off by at most
 * half its duration.
 */
export const createStoreTime = (clock: Pick<Clock, "wall" | "steady">, ask: () => Promise<Date>): StoreTime => {
  const jumpOf = createJumpMeter(clock);
  let measured: Promise<Measured> | undefined;
  let measuredAt = 0;

  const measureOnce = async (): Promise<Measured> => {
    const before = clock.steady();
    const shown = (await ask()).getTime();
    const after = clock.steady();
    return { store: shown, steady: (before + after) / 2, took: after - before };
  };
  const measure = async (): Promise<Measured> => {
    let best = await measureOnce();
    for (let tries = 1; best.took > promptMs && tries < maxTries; tries += 1) {
      const next = await measureOnce();
      if (next.took < best.took) best = next;
    }
    return best;
  };
  /** A jump may mean that the machine slept, and the steady clock with it. */
  const latest = (): Promise<Measured> => {
    const isOld = clock.steady() - measuredAt > measuredFor;
    if (jumpOf() === 0 && measured && !isOld) return measured;
    measuredAt = clock.steady();
    const measurement = measure();
    measured = measurement;
    measurement.catch(() => {
      if (measured === measurement) measured = undefined;
    });
    return measurement;
  };

  const now = async (): Promise<number> => {
    const { store, steady } = await latest();
    return Math.round(store + clock.steady() - steady);
  };
  return { now, fromLocal: async (local) => (await now()) + local.getTime() - clock.wall().getTime() };
};
