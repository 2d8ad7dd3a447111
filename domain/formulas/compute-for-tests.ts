import { readFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { atOnce } from "./pauses.ts";
import { resultText } from "./values/result.ts";
import type { Value } from "./values/value.ts";

/** A cell as a test writes it: a number is `{ n: "1.5" }`. */
export type Given = string | boolean | null | number;

const valueOfGiven = (given: Given | undefined): Value =>
  typeof given === "number" ? { decimal: String(given) } : (given ?? null);

/**
 * What formulas come to over some rows. `formulas` by places; the rows' own cells stand in the places without one. Text in the results is
 * what files show; undefined is what we do not compute.
 */
export const computed = (
  formulas: readonly (string | null)[],
  rows: readonly (readonly Given[])[],
  locale = "en",
): (string | undefined)[][] => {
  const computer = createRowComputer<readonly Given[]>(
    readFormulas(formulas),
    { locale },
    (row, place) => valueOfGiven(row[place]),
    (row) => row.reduce<number>((sum, cell) => sum + String(cell ?? "").length, 0),
  );
  const done = [...rows.flatMap((row) => atOnce(computer.add(row))), ...atOnce(computer.end())];
  return done.map(({ results }) =>
    formulas.flatMap((formula, place) => {
      if (formula === null) return [];
      const result = results.get(place);
      return [result === undefined ? undefined : resultText(result)];
    }),
  );
};

/** One formula beside the cells of one row: `=A1` is the first of them. */
export const result = (formula: string, cells: readonly Given[] = [], locale?: string): string | undefined =>
  computed([...cells.map(() => null), formula], [cells], locale)[0]?.[0];
