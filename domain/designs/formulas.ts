import { CustomColumnCategory } from "../enumerations.ts";
import { type ColumnLetters, keysToLetters, lettersToKeys } from "../formulas/syntax/column-keys.ts";
import type { CustomColumn, DesignContent } from "./design.ts";
import { withSetting } from "./fields.ts";

type Settings = DesignContent["settings"];

export const isFormula = (
  custom: CustomColumn | null | undefined,
): custom is Extract<CustomColumn, { formula: string }> => custom?.category === CustomColumnCategory.ExcelFormula;

/** Returns the formula in a column, visible or hidden. */
export const formulaIn = ({ settings }: { settings: Settings }, column: string): string | null => {
  const custom = settings[column]?.custom;
  return isFormula(custom) ? custom.formula : null;
};

/** Lists formulas of all columns, visible or hidden. */
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

const mapFormulas = (settings: Settings, change: (formula: string) => string): Settings =>
  withFormulas(
    settings,
    Object.fromEntries(formulasIn(settings).map(([column, formula]) => [column, change(formula)])),
  );

/**
 * Rewrites formulas, hidden ones too, to name columns by key. Their meaning survives moves, so edits merge in this form
 * (ADR 52). `letters`: the columns that formulas call A, B, C.
 */
export const formulasToKeys = (settings: Settings, letters: ColumnLetters): Settings =>
  mapFormulas(settings, (formula) => lettersToKeys(formula, letters));

/** Reverses {@link formulasToKeys}, for columns in this order. */
export const formulasToLetters = (settings: Settings, letters: ColumnLetters): Settings =>
  mapFormulas(settings, (formula) => keysToLetters(formula, letters));
