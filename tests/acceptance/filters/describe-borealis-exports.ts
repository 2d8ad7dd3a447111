import { afterAll, beforeAll, expect, it } from "vitest";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { logIn } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { givenSeed } from "../expected/random-filters.ts";
import { fixedMoments, newDesign, wholeCatalogue } from "../scenario.ts";
import { checkFiltered, filterScene, tellingFilters } from "./filtered-export.ts";

/**
 * Like exports.test.ts, over the 12,000 orders of borealis-demo: pages, the long lane, and counts beyond the platform's
 * limit. `count`: number of random filters.
 */
export const describeBorealisExports = (count: number): void => {
  let sheaf: StartedSheaf;
  beforeAll(async () => {
    sheaf = await startSheaf({ env: fixedMoments });
  }, 120_000);
  afterAll(() => sheaf?.stop());

  const seed = givenSeed();

  it(`${count} filters export the right orders of borealis-demo (RANDOM_SEED=${seed})`, async () => {
    const merchant = await logIn(sheaf, "borealis-demo", { patience: 10_000 });
    const scene = await filterScene(sheaf, merchant);
    const designs = [await newDesign(merchant), await wholeCatalogue(merchant, "OnePerOrder")];
    const filters = tellingFilters(scene, seed);
    for (let round = 0; round < count; round++) {
      const filter: FilterConditions = (await filters.next()).value;
      const design = designs[round % 2];
      if (!design) throw new Error("There are no designs.");
      const facts = await checkFiltered(scene, { filter, design, range: { kind: "noFilter" } });
      expect(facts.rows, JSON.stringify(filter)).toBeGreaterThan(0);
    }
  }, 1_200_000);
};
