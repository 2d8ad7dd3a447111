import { columnByKey } from "../columns/catalogue.ts";
import type { FieldProblem } from "../core/field-problem.ts";
import { configureColumn } from "../designs/configure-column.ts";
import type { DesignContent } from "../designs/design.ts";
import { type DesignField, toColumnField } from "../designs/fields.ts";
import { formulaIn } from "../designs/formulas.ts";
import { figuresIn, figuresOfFormulas } from "../formulas/figures.ts";
import { type FormulaValidation, type LostColumn, validateFormulas } from "../formulas/syntax/validate-formulas.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { quoteText } from "../text/quote-text.ts";

type Design = Pick<DesignContent, "grouping" | "shown" | "settings">;

/** Lists visible columns that the grouping allows, from left to right. Formulas call them A, B, C. */
export const listFileColumns = ({ grouping, shown, settings }: Design): string[] =>
  shown.filter((key) => {
    const definition = columnByKey.get(key);
    return definition !== undefined && isAllowed(configureColumn(definition, settings[key]?.custom), grouping);
  });

const describeLostColumn = ({ shown, settings, ...design }: Design, key: string): LostColumn => ({
  title: settings[key]?.title ?? columnByKey.get(key)?.title ?? key,
  state: !shown.includes(key)
    ? "hidden"
    : listFileColumns({ shown: [key], settings, ...design }).length > 0
      ? "in-file"
      : "not-in-grouping",
});

/** Validates all formulas of a design together, because they refer to each other's positions. */
export const validateDesignFormulas = (design: Design): ReadonlyMap<string, FormulaValidation> => {
  const keys = listFileColumns(design);
  const formulas = keys.map((key) => formulaIn(design, key));
  if (formulas.every((formula) => formula === null)) return new Map();
  const judgements = validateFormulas(formulas, (key) => describeLostColumn(design, key));
  return new Map(
    keys.flatMap((key, at) => {
      const judgement = judgements[at];
      return judgement ? [[key, judgement] as const] : [];
    }),
  );
};

/** Columns that are number columns because their formulas yield numbers (ADR 58). */
export const numbersByFormula = (design: Design): ReadonlySet<string> => {
  const keys = listFileColumns(design);
  const formulas = keys.map((key) => formulaIn(design, key));
  if (formulas.every((formula) => formula === null)) return new Set();
  const figures = figuresOfFormulas(formulas, keys.flatMap((key) => columnByKey.get(key) ?? []).map(figuresIn));
  return new Set(keys.filter((_, index) => figures[index]?.isNumber));
};

/**
 * Refuses formulas in these columns that refer to themselves. They may point to nothing: a column shown or moved later
 * may fill that position (ADR 45).
 */
export const formulasRefused = (design: Design, columns: readonly string[]): FieldProblem<DesignField>[] => {
  if (columns.every((column) => formulaIn(design, column) === null)) return [];
  const judged = validateDesignFormulas(design);
  return columns.flatMap((column) => {
    const { problem, refersToItself } = judged.get(column) ?? {};
    if (problem === undefined || !refersToItself) return [];
    const title = columnByKey.get(column)?.title ?? column;
    return [{ field: toColumnField(column, "custom"), message: `Column ${quoteText(title)}: ${problem}` }];
  });
};
