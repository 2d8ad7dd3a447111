import { CustomColumnCategory } from "../enumerations.ts";
import { type Letters, letterColumns, nameColumns } from "../formulas/syntax/names.ts";
import type { CustomColumn, DesignContent } from "./design.ts";
import { withSetting } from "./fields.ts";

type Settings = DesignContent["settings"];

export const isFormula = (
  custom: CustomColumn | null | undefined,
): custom is Extract<CustomColumn, { formula: string }> => custom?.category === CustomColumnCategory.ExcelFormula;

/** The formula in a column, visible or hidden; null if none. */
export const formulaIn = ({ settings }: { settings: Settings }, column: string): string | null => {
  const custom = settings[column]?.custom;
  return isFormula(custom) ? custom.formula : null;
};

/** Formulas of all columns, visible or hidden, with their column keys. */
export const formulasIn = (settings: Settings): [column: string, formula: string][] =>
  Object.entries(settings).flatMap(([column, { custom }]): [string, string][] =>
    isFormula(custom) ? [[column, custom.formula]] : [],
  );

/** Replaces formulas, given by column key. */
export const withFormulas = (settings: Settings, formulas: Readonly<Record<string, string>>): Settings =>
  Object.entries(formulas).reduce<Settings>(
    (held, [column, formula]) =>
      withSetting(held, column, "custom", { category: CustomColumnCategory.ExcelFormula, formula }),
    settings,
  );

const mapped = (settings: Settings, change: (formula: string) => string): Settings =>
  withFormulas(
    settings,
    Object.fromEntries(formulasIn(settings).map(([column, formula]) => [column, change(formula)])),
  );

/**
 * Makes formulas name columns by key, in hidden columns too. Their meaning then survives moves, so edits merge in this
 * form (ADR 52). `letters`: the columns that the formulas call A, B, C.
 */
export const nameFormulas = (settings: Settings, letters: Letters): Settings =>
  mapped(settings, (formula) => nameColumns(formula, letters));

/** Reverses {@link nameFormulas}, for columns in this order. */
export const letterFormulas = (settings: Settings, letters: Letters): Settings =>
  mapped(settings, (formula) => letterColumns(formula, letters));
