import { parseFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { runToCompletion } from "./stepwise-work.ts";
import { formatResult } from "./values/result.ts";
import type { Value } from "./values/value.ts";

export type Given = string | boolean | null | number;

const valueOfGiven = (given: Given | undefined): Value =>
  typeof given === "number" ? { decimal: String(given) } : (given ?? null);

/** Results by row, as text in files; undefined if left to Excel. `formulas`: null for the rows' own cells. */
export const computed = (
  formulas: readonly (string | null)[],
  rows: readonly (readonly Given[])[],
  locale = "en",
): (string | undefined)[][] => {
  const computer = createRowComputer<readonly Given[]>(
    parseFormulas(formulas),
    { locale },
    (row, place) => valueOfGiven(row[place]),
    (row) => row.reduce<number>((sum, cell) => sum + String(cell ?? "").length, 0),
  );
  const done = [...rows.flatMap((row) => runToCompletion(computer.add(row))), ...runToCompletion(computer.end())];
  return done.map(({ results }) =>
    formulas.flatMap((formula, place) => {
      if (formula === null) return [];
      const result = results.get(place);
      return [result === undefined ? undefined : formatResult(result)];
    }),
  );
};

/** Result of a formula next to the cells of one row: `=A1` is the first cell. */
export const result = (formula: string, cells: readonly Given[] = [], locale?: string): string | undefined =>
  computed([...cells.map(() => null), formula], [cells], locale)[0]?.[0];
