import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";

/** What is looked for; null: any. */
export type Wanted = { text: string; category: number | null; grouping: number | null };

/** Those of the columns that were found for the text, that are of the category and can stand in the grouping. */
export const wantedColumns = (
  found: readonly ReportColumnInfo[],
  { category, grouping }: Pick<Wanted, "category" | "grouping">,
): ReportColumnInfo[] =>
  found.filter(
    (column) =>
      (category === null || column.Category === category) && (grouping === null || column.Groupings.includes(grouping)),
  );
