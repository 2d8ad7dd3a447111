import { expect, it } from "vitest";
import { givenSeed } from "../expected/random-filters.ts";
import { compareAtRandom, shopInMemory } from "./compare-matching.ts";

/** Compares random filters with a second reading of the rules. `filters`: how many. */
export const describeBorealisMatching = (filters: number): void => {
  const seed = givenSeed();

  it(`${filters} filters keep the right orders and lines of borealis' 12,000 orders (RANDOM_SEED=${seed})`, () => {
    const before = process.cpuUsage();
    const kinds = compareAtRandom(shopInMemory("borealis-demo"), { seed, filters });
    const { user, system } = process.cpuUsage(before);
    console.log(`${JSON.stringify(kinds)} in ${((user + system) / 1e6).toFixed(1)} s of CPU time`);
    expect(kinds.some).toBeGreaterThan(filters / 2);
  }, 1_200_000);
};
