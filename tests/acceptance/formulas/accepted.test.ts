import { expect, it } from "vitest";
import { isProblem, parseFormula } from "#domain/formulas/syntax/parse.ts";
import { givenSeed } from "../expected/random-filters.ts";
import { randomFormulas } from "./random-formulas.ts";

const seed = givenSeed();

it(`accepts random formulas that follow Excel's grammar (RANDOM_SEED=${seed})`, () => {
  const refused = randomFormulas(seed, 2_000)
    .filter(({ spoiled }) => spoiled === undefined)
    .flatMap(({ formula }) => {
      const parsed = parseFormula(formula);
      return isProblem(parsed) ? [`${formula}: ${parsed.problem}`] : [];
    });
  expect(refused).toEqual([]);
});
