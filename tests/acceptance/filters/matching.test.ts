import { expect, it } from "vitest";
import { givenSeed } from "../expected/random-filters.ts";
import { compareAtRandom, shopInMemory } from "./compare-matching.ts";

/**
 * Filters in memory: the product's matching against a second implementation of the rules. All 2,000:
 * matching.ci.test.ts.
 */

const seed = givenSeed();

it(`1,000 filters keep the right ones of 300 orders, reading only requested fields (RANDOM_SEED=${seed})`, () => {
  const { some } = compareAtRandom(shopInMemory("aurora-demo"), { seed, filters: 1_000, prune: true });
  expect(some).toBeGreaterThan(500);
}, 180_000);

it(`50 filters keep the right ones of borealis' 12,000 orders (RANDOM_SEED=${seed})`, () => {
  const { some } = compareAtRandom(shopInMemory("borealis-demo"), { seed, filters: 50 });
  expect(some).toBeGreaterThan(20);
}, 180_000);
