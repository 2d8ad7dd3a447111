import { setImmediate as nextTurn } from "node:timers/promises";

/** A deterministic sequence of numbers in [0, 1): irregular, but a failure can be repeated. */
export const createSeededRandom = (seed = 1): (() => number) => {
  let state = seed;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Lets other work run for a few turns of the event loop: no store answers at once. */
export const delayRandomly = async (dice: () => number): Promise<void> => {
  for (let turns = Math.floor(dice() * 4); turns > 0; turns -= 1) await nextTurn();
};

/** A copy by way of JSON, as every real store makes one; it loses what JSON cannot hold. */
export const cloneAsJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
