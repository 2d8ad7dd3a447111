import type { CustomColumn, DesignContent } from "../../designs/design.ts";
import {
  type DesignFields,
  parseColumnField,
  toColumnField,
  toDesignFields,
  withSetting,
} from "../../designs/fields.ts";
import { formulaIn, isFormula } from "../../designs/formulas.ts";
import { mergeColumnOrder } from "../../designs/merge-column-order.ts";
import { lettersToKeys } from "../../formulas/syntax/column-keys.ts";
import { listFileColumns } from "../../reports/formulas-in-file.ts";
import type { CommandOf } from "../item-kind.ts";
import type { SubmittedFormula } from "./follow-columns.ts";

const customIn = (wanted: Partial<DesignFields>): [string, CustomColumn | null][] =>
  Object.entries(wanted).flatMap(([field, to]): [string, CustomColumn | null][] => {
    const { column, property } = parseColumnField(field) ?? {};
    return column !== undefined && property === "custom" ? [[column, to as CustomColumn | null]] : [];
  });

/** The columns that a save's formulas call A, B, C: as its author saw and left them. */
const authorLetters = (
  base: DesignContent,
  submitted: Partial<DesignFields>,
  order: readonly string[],
): readonly string[] => {
  const fields = toDesignFields(base, new Set([...base.shown, ...order]));
  const turned = (visible: boolean) =>
    Object.keys(fields).flatMap((field) => {
      const { column, property } = parseColumnField(field) ?? {};
      const isSo = property === "visible" && submitted[field as keyof DesignFields] === visible;
      return isSo && column !== undefined && base.shown.includes(column) !== visible ? [column] : [];
    });
  // `order` may list only the moved columns. The others are unchanged.
  const { shown } = mergeColumnOrder({
    base: base.shown,
    submitted: order,
    current: base.shown,
    hide: turned(false),
    show: turned(true),
  });
  const settings = customIn(submitted).reduce(
    (held, [column, to]) => withSetting(held, column, "custom", to),
    base.settings,
  );
  return listFileColumns({ shown, grouping: submitted.grouping ?? base.grouping, settings });
};

/** Lists a save's new formulas. Those sent back unchanged are ignored. */
export const listSubmittedFormulas = (
  { base, order, letters: sent }: CommandOf<"UpdateReportDesign">,
  wanted: Partial<DesignFields>,
): ReadonlyMap<string, SubmittedFormula> => {
  const letters = sent ?? authorLetters(base, wanted, order);
  const formulas = customIn(wanted).flatMap(([column, to]): [string, SubmittedFormula][] =>
    isFormula(to) && (sent || to.formula !== formulaIn(base, column))
      ? [[column, { formula: to.formula, letters }]]
      : [],
  );
  return new Map(formulas);
};

/** Rewrites a save's formulas with column keys, like all sides of the merge. */
export const withKeyedSubmissions = (
  wanted: Partial<DesignFields>,
  written: ReadonlyMap<string, SubmittedFormula>,
  base: DesignContent,
): Partial<DesignFields> => {
  const formulas = customIn(wanted).flatMap(([column, to]) => {
    if (!isFormula(to)) return [];
    const brought = written.get(column);
    const formula = brought ? lettersToKeys(brought.formula, brought.letters) : formulaIn(base, column);
    return [[toColumnField(column, "custom"), { ...to, formula }]];
  });
  return { ...wanted, ...Object.fromEntries(formulas) };
};
