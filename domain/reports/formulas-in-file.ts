import { columnByKey } from "../columns/catalogue.ts";
import type { FieldProblem } from "../core/field-problem.ts";
import { columnAsSet } from "../designs/column-as-set.ts";
import type { DesignContent } from "../designs/design.ts";
import { columnField, type DesignField } from "../designs/fields.ts";
import { CustomColumnCategory } from "../enumerations.ts";
import { type FormulaJudgement, judgeFormulas } from "../formulas/judge.ts";
import { isProblem, parseFormula } from "../formulas/parse.ts";
import { lettersOfColumn } from "../formulas/references.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { quoted } from "../text/quoted.ts";

type Design = Pick<DesignContent, "grouping" | "shown" | "settings">;

/** Keys of the columns that a file of the design has, from left to right: what is visible and has a place in the grouping. Formulas call them A, B, C. */
export const columnsInFile = ({ grouping, shown, settings }: Design): string[] =>
  shown.filter((key) => {
    const definition = columnByKey.get(key);
    return definition !== undefined && isAllowed(columnAsSet(definition, settings[key]?.custom), grouping);
  });

const formulaOf = ({ settings }: Design, column: string): string | null => {
  const custom = settings[column]?.custom;
  return custom?.category === CustomColumnCategory.ExcelFormula ? custom.formula : null;
};

/** What is to be said of the formulas of a design as its file has them, by the keys of their columns: all together, since one refers to another's place. */
export const judgedFormulas = (design: Design): ReadonlyMap<string, FormulaJudgement> => {
  const keys = columnsInFile(design);
  const formulas = keys.map((key) => formulaOf(design, key));
  if (formulas.every((formula) => formula === null)) return new Map();
  const judgements = judgeFormulas(formulas);
  return new Map(
    keys.flatMap((key, at) => {
      const judgement = judgements[at];
      return judgement ? [[key, judgement] as const] : [];
    }),
  );
};

/**
 * What is wrong with formulas that were put into these columns of a design: those that refer to themselves. One that points to nothing is
 * accepted, as a spreadsheet accepts it: a column that is shown or moved later may stand there (ADR 45).
 */
export const formulasRefused = (design: Design, columns: readonly string[]): FieldProblem<DesignField>[] => {
  if (columns.every((column) => formulaOf(design, column) === null)) return [];
  const judged = judgedFormulas(design);
  return columns.flatMap((column) => {
    const { problem, refersToItself } = judged.get(column) ?? {};
    if (problem === undefined || !refersToItself) return [];
    const title = columnByKey.get(column)?.title ?? column;
    return [{ field: columnField(column, "custom"), message: `Column ${quoted(title)}: ${problem}` }];
  });
};

/** Places of the columns that a formula names, of the first so many; a whole row names them all and means no single one. */
const placesIn = (formula: string, count: number): Set<number> => {
  const parsed = parseFormula(formula);
  const places = new Set<number>();
  if (isProblem(parsed)) return places;
  for (const { from, to } of [...parsed.references, ...parsed.named])
    if (from.column !== 0 || to.column < count - 1)
      for (let place = from.column; place <= Math.min(to.column, count - 1); place += 1) places.add(place);
  return places;
};

/**
 * What is wrong with formulas that were written into these columns while others changed which columns stand where: a letter that names
 * another column than the one its writer saw there. Computed as it was typed it would give another figure than was meant (ADR 45).
 * @param seen the design as the writer saw and left it
 * @param now the design as it is with their save
 */
export const formulasMisread = (seen: Design, now: Design, columns: readonly string[]): FieldProblem<DesignField>[] => {
  const [saw, stands] = [columnsInFile(seen), columnsInFile(now)];
  const nameOf = (key: string | undefined): string =>
    key === undefined ? "no column" : quoted(now.settings[key]?.title ?? columnByKey.get(key)?.title ?? key);
  return columns.flatMap((column) => {
    const formula = formulaOf(now, column);
    if (formula === null) return [];
    const other = [...placesIn(formula, saw.length)].find((place) => saw[place] !== stands[place]);
    if (other === undefined) return [];
    const is = `Column ${lettersOfColumn(other)} is now ${nameOf(stands[other])}, no longer ${nameOf(saw[other])}`;
    const message = `Column ${nameOf(column)}: The columns were changed in another window. ${is}. Check the formula, and save it again.`;
    return [{ field: columnField(column, "custom"), message }];
  });
};
