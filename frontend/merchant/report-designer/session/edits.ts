import { isAmount } from "#domain/columns/amounts.ts";
import type { ColumnSettings, CustomColumn, DesignContent, NumberFormat } from "#domain/designs/design.ts";
import { withSetting } from "#domain/designs/fields.ts";
import { isFormula } from "#domain/designs/formulas.ts";
import { maxColumnWidth, minColumnWidth } from "#domain/designs/validate.ts";
import { type Grouping, NumberFormatType, Sorting, type WorksheetSplitter } from "#domain/enumerations.ts";
import { lettersToKeys } from "#domain/formulas/syntax/column-keys.ts";

/** A pure change: one undo step, one save. Without effect it returns an equal design. */
export type Edit = (design: DesignContent) => DesignContent;

const set =
  <Property extends keyof ColumnSettings>(
    column: string,
    property: Property,
    value: Required<ColumnSettings>[Property] | null,
  ): Edit =>
  (design) => ({ ...design, settings: withSetting(design.settings, column, property, value) });

export const setTitle =
  (title: string): Edit =>
  (design) => ({ ...design, title });

export const setGrouping =
  (grouping: Grouping): Edit =>
  (design) => ({ ...design, grouping });

export const setSplitter =
  (splitter: WorksheetSplitter): Edit =>
  (design) => ({ ...design, splitter });

/** `to`: the column's new place, from 0. A hidden column stays hidden. */
export const move =
  (column: string, to: number): Edit =>
  (design) =>
    design.shown.includes(column)
      ? { ...design, shown: design.shown.filter((other) => other !== column).toSpliced(to, 0, column) }
      : design;

/**
 * Keeps amounts uniform: one without a format gets the shop's money format if all others have it, or there are none.
 */
const settingsWith = ({ shown, settings }: DesignContent, column: string): DesignContent["settings"] => {
  const others = shown.filter(isAmount);
  const inMoney = others.every((other) => settings[other]?.format?.type === NumberFormatType.Currency);
  return isAmount(column) && inMoney && settings[column]?.format === undefined
    ? withSetting(settings, column, "format", { type: NumberFormatType.Currency })
    : settings;
};

/**
 * Shows a column at a place, default the end; an amount takes the format of other amounts. A visible column stays in
 * place.
 */
export const show =
  (column: string, at?: number): Edit =>
  (design) =>
    design.shown.includes(column)
      ? design
      : {
          ...design,
          shown: design.shown.toSpliced(at ?? design.shown.length, 0, column),
          settings: settingsWith(design, column),
        };

/** Keeps the column's title, width and format for when it is shown again. */
export const hide =
  (column: string): Edit =>
  (design) => ({ ...design, shown: design.shown.filter((other) => other !== column) });

/** Renames a column. Null restores the catalog's title. */
export const rename = (column: string, title: string | null): Edit => set(column, "title", title?.trim() ?? null);

/** Limits a width to whole units of 7 px, from 4 to 90 (S-2.9). */
export const clampWidth = (units: number): number =>
  Math.min(maxColumnWidth, Math.max(minColumnWidth, Math.round(units)));

/** `usual`: the column's default width. */
export const resize = (column: string, units: number, usual: number): Edit => {
  const width = clampWidth(units);
  return set(column, "width", width === usual ? null : width);
};

export const setNumberFormat = (column: string, format: NumberFormat | null): Edit => set(column, "format", format);

/** `letters`: the columns that a formula calls A, B, C. */
export const setCustomColumn = (column: string, custom: CustomColumn | null, letters: readonly string[]): Edit =>
  set(column, "custom", isFormula(custom) ? { ...custom, formula: lettersToKeys(custom.formula, letters) } : custom);

/** Sorts by a column. Only one sorts at a time, so this clears the others (S-2.4). */
export const sort =
  (column: string, sorting: Sorting): Edit =>
  (design) => {
    if (sorting !== Sorting.None) return { ...design, sortedBy: { column, sorting } };
    return design.sortedBy?.column === column ? { ...design, sortedBy: null } : design;
  };

/** Returns the next sorting in the order none, ascending, descending, none (S-2.4). */
export const nextSorting = (sorting: number): Sorting => {
  if (sorting === Sorting.None) return Sorting.Ascending;
  return sorting === Sorting.Ascending ? Sorting.Descending : Sorting.None;
};
