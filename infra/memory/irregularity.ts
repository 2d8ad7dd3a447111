import { setImmediate as nextTurn } from "node:timers/promises";

/** Numbers in [0, 1), the same for a seed: irregular, yet a failure can be repeated. */
export const createSeededRandom = (seed = 1): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Lets other work run for a few turns of the event loop, because no store responds at once. */
export const delayRandomly = async (dice: () => number): Promise<void> => {
  for (let turns = Math.floor(dice() * 4); turns > 0; turns -= 1) await nextTurn();
};

/** Copies a value as every real store does, losing what JSON can't hold. */
export const cloneAsJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
