import { expect, it } from "vitest";
import { givenSeed } from "../expected/random-filters.ts";
import { compareAtRandom, shopInMemory } from "./compare-matching.ts";

const seed = givenSeed();

it(`2,000 filters over borealis' 12,000 orders keep what they should, order by order and line by line (RANDOM_SEED=${seed})`, () => {
  const before = process.cpuUsage();
  const kinds = compareAtRandom(shopInMemory("borealis-demo"), { seed, filters: 2_000 });
  const { user, system } = process.cpuUsage(before);
  console.log(`${JSON.stringify(kinds)} in ${((user + system) / 1e6).toFixed(1)} s of CPU time`);
  expect(kinds.some).toBeGreaterThan(1_000);
}, 1_200_000);
