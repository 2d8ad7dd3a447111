import { columnByKey } from "../columns/catalogue.ts";
import type { ColumnSettings, ShownColumn } from "../designs/design.ts";
import { formulaIn } from "../designs/formulas.ts";
import type { Grouping } from "../enumerations.ts";
import { parseFormulas } from "../formulas/columns.ts";
import { placeholderText } from "../formulas/syntax/validate-formulas.ts";
import type { FormulaFault } from "./formula-fault-text.ts";
import { listFileColumns, validateDesignFormulas } from "./formulas-in-file.ts";

/** Finds wrong formulas in a report's file (ADR 45), from left to right. */
export const formulaFaults = (report: { grouping: Grouping; columns: readonly ShownColumn[] }): FormulaFault[] => {
  const settings: { [column: string]: ColumnSettings } = {};
  for (const { column, title, custom } of report.columns)
    settings[column] = { ...(title !== null && { title }), ...(custom && { custom }) };
  const design = { grouping: report.grouping, shown: report.columns.map(({ column }) => column), settings };
  const judged = validateDesignFormulas(design);
  const keys = listFileColumns(design);
  const { columns } = parseFormulas(keys.map((key) => formulaIn(design, key)));
  return keys.flatMap((key, index): FormulaFault[] => {
    if (judged.get(key)?.problem === undefined) return [];
    const column = columns[index] ?? null;
    const lost = column?.state === "good" && column.parsed.lost.length > 0;
    const reads = lost ? "#REF!" : column?.state === "good" ? null : (placeholderText(column) ?? null);
    const named = { column: settings[key]?.title ?? columnByKey.get(key)?.title ?? key, reads };
    return [column?.state === "wrong" ? { ...named, problem: column.problem } : named];
  });
};
