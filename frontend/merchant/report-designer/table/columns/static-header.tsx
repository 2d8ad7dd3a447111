import { memo } from "react";
import type { ColumnType, Sorting } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { getCellAlign } from "../../../report-cells/cell-format.ts";
import { ariaSort } from "../sort-labels.ts";

/** A column's header where a list beside the table edits columns. */
export const StaticHeader = memo(({ column, problem }: { column: ReportColumn; problem: string | null }) => (
  <th
    scope="col"
    data-static=""
    aria-sort={ariaSort[column.Sorting as Sorting]}
    data-align={getCellAlign({ type: column.Type as ColumnType })}
    data-disabled={problem !== null || undefined}
    title={problem ?? undefined}
  >
    <div className="head">
      <span className="title">{column.Title}</span>
    </div>
  </th>
));
