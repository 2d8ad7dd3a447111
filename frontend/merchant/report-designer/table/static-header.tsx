import { memo } from "react";
import { ColumnType, type Sorting } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { ariaSort } from "./sort-words.ts";

/** Head of a column where a list beside the table is what edits it. */
export const StaticHeader = memo(({ column, problem }: { column: ReportColumn; problem: string | null }) => (
  <th
    scope="col"
    data-static=""
    aria-sort={ariaSort[column.Sorting as Sorting]}
    data-kind={column.Type === ColumnType.Number ? "number" : undefined}
    data-disabled={problem !== null || undefined}
    title={problem ?? undefined}
  >
    <div className="head">
      <span className="title">{column.Title}</span>
    </div>
  </th>
));
