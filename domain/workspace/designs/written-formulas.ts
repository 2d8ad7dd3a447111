import type { CustomColumn, DesignContent } from "../../designs/design.ts";
import { columnField, columnOfField, type DesignFields, fieldsOfDesign, withSetting } from "../../designs/fields.ts";
import { formulaIn, isFormula } from "../../designs/formulas.ts";
import { placeColumns } from "../../designs/place-columns.ts";
import { nameColumns } from "../../formulas/syntax/names.ts";
import { columnsInFile } from "../../reports/formulas-in-file.ts";
import type { CommandOf } from "../kind.ts";
import type { Written } from "./follow-columns.ts";

/** What a save puts into columns. */
const customIn = (wanted: Partial<DesignFields>): [string, CustomColumn | null][] =>
  Object.entries(wanted).flatMap(([field, to]): [string, CustomColumn | null][] => {
    const { column, property } = columnOfField(field) ?? {};
    return column !== undefined && property === "custom" ? [[column, to as CustomColumn | null]] : [];
  });

/** What formulas of a save call A, B, C: the columns as its writer saw and left them. */
const lettersOfWriter = (
  base: DesignContent,
  wanted: Partial<DesignFields>,
  order: readonly string[],
): readonly string[] => {
  const fields = fieldsOfDesign(base, new Set([...base.shown, ...order]));
  const turned = (visible: boolean) =>
    Object.keys(fields).flatMap((field) => {
      const { column, property } = columnOfField(field) ?? {};
      const isSo = property === "visible" && wanted[field as keyof DesignFields] === visible;
      return isSo && column !== undefined && base.shown.includes(column) !== visible ? [column] : [];
    });
  // What is not sent is not meant: hidden columns are gone from the order, and an order that only moves some leaves the others in place.
  const { shown } = placeColumns({
    base: base.shown,
    wanted: order,
    current: base.shown,
    hide: turned(false),
    show: turned(true),
  });
  const settings = customIn(wanted).reduce(
    (held, [column, to]) => withSetting(held, column, "custom", to),
    base.settings,
  );
  return columnsInFile({ shown, grouping: wanted.grouping ?? base.grouping, settings });
};

/** The formulas that a save brings, by their columns: those that are echoed as they were seen are nobody's intent. */
export const writtenIn = (
  { base, order, letters: sent }: CommandOf<"UpdateReportDesign">,
  wanted: Partial<DesignFields>,
): ReadonlyMap<string, Written> => {
  const letters = sent ?? lettersOfWriter(base, wanted, order);
  const formulas = customIn(wanted).flatMap(([column, to]): [string, Written][] =>
    isFormula(to) && (sent || to.formula !== formulaIn(base, column))
      ? [[column, { formula: to.formula, letters }]]
      : [],
  );
  return new Map(formulas);
};

/** The same wishes with formulas that name columns by their keys, as all sides of a merge have them. */
export const wantedInNames = (
  wanted: Partial<DesignFields>,
  written: ReadonlyMap<string, Written>,
  base: DesignContent,
): Partial<DesignFields> => {
  const formulas = customIn(wanted).flatMap(([column, to]) => {
    if (!isFormula(to)) return [];
    const brought = written.get(column);
    const formula = brought ? nameColumns(brought.formula, brought.letters) : formulaIn(base, column);
    return [[columnField(column, "custom"), { ...to, formula }]];
  });
  return { ...wanted, ...Object.fromEntries(formulas) };
};
