import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";

/** The search; null means any. */
export type ColumnQuery = { text: string; category: number | null; grouping: number | null };

/** Narrows the columns found by text. */
export const findColumns = (
  found: readonly ReportColumnInfo[],
  { category, grouping }: Pick<ColumnQuery, "category" | "grouping">,
): ReportColumnInfo[] =>
  found.filter(
    (column) =>
      (category === null || column.Category === category) && (grouping === null || column.Groupings.includes(grouping)),
  );
