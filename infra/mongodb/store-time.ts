import { type Clock, createJumpMeter } from "../ports/clock.ts";

/** One clock for all who share a store, whatever their machines' clocks show (ADR 31). */
export type StoreTime = {
  /** ms since 1970. */
  now(): Promise<number>;
  /** A moment by this machine's wall clock, as that clock has it. */
  of(local: Date): Promise<number>;
};

/** After so many ms it is measured anew: clocks drift, and another server may lead. */
const measuredFor = 60_000;
/** The best of so many tries; who answered within some ms is not asked twice. */
const mostTries = 3;
const promptMs = 50;

type Measured = { store: number; steady: number; took: number };

/**
 * A store's time, measured and then counted on by the steady clock. `ask`: what the store's clock shows. An answer that took long says it less
 * exactly: by half of what it took at most.
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
    for (let tries = 1; best.took > promptMs && tries < mostTries; tries += 1) {
      const next = await measureOnce();
      if (next.took < best.took) best = next;
    }
    return best;
  };
  /** A jump may mean that the machine slept, and its steady clock with it. */
  const latest = (): Promise<Measured> => {
    const isOld = clock.steady() - measuredAt > measuredFor;
    if (jumpOf() === 0 && measured && !isOld) return measured;
    measuredAt = clock.steady();
    const mine = measure();
    measured = mine;
    mine.catch(() => {
      if (measured === mine) measured = undefined;
    });
    return mine;
  };

  const now = async (): Promise<number> => {
    const { store, steady } = await latest();
    return Math.round(store + clock.steady() - steady);
  };
  return { now, of: async (local) => (await now()) + local.getTime() - clock.wall().getTime() };
};
