import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** Custom columns that a design doesn't use, neither shown nor set up. */
export const listFreeColumns = (
  columns: readonly Pick<ReportColumn, "Column" | "Takes">[],
  { shown, settings }: Pick<DesignContent, "shown" | "settings">,
): string[] => {
  const visible = new Set(shown);
  return columns.flatMap(({ Column, Takes = [] }) =>
    Takes.includes(CustomColumnCategory.ExcelFormula) && !visible.has(Column) && settings[Column] === undefined
      ? [Column]
      : [],
  );
};
