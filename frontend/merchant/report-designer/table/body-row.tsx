import { memo } from "react";
import { ColumnType } from "#domain/enumerations.ts";
import { notLoaded } from "#domain/wire/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { ReportCell } from "../cells/report-cell.tsx";
import type { TableRow, TableValues } from "./preview-values.ts";

/** What stands in for cells that were not read: they are on their way, or could not be read. */
export type Missing = "loading" | "failed";

type CellProps = {
  column: ReportColumn;
  /** Undefined: it was not read. */
  value: string | null | undefined;
  missing: Missing;
  moneyFormat: string | null;
};

const Cell = memo(({ column, value, missing, moneyFormat }: CellProps) => (
  <td data-kind={column.Type === ColumnType.Number ? "number" : undefined} data-disabled={column.Disabled || undefined}>
    {column.Disabled ? null : value === undefined && missing === "loading" ? (
      <div className="waiting" />
    ) : (
      <div className="cell">
        <ReportCell column={column} value={value === undefined ? notLoaded : value} moneyFormat={moneyFormat} />
      </div>
    )}
  </td>
));

type BodyRowProps = {
  columns: readonly ReportColumn[];
  row: TableRow;
  placeOf: TableValues["placeOf"];
  missing: Missing;
  moneyFormat: string | null;
};

/** A row of the report. */
export const BodyRow = memo(({ columns, row, placeOf, missing, moneyFormat }: BodyRowProps) => (
  <tr data-starts={row.startsOrder || undefined}>
    {columns.map((column) => {
      const place = placeOf.get(column.Column);
      const value = place === undefined ? undefined : (row.cells[place] ?? null);
      return <Cell key={column.Column} column={column} value={value} missing={missing} moneyFormat={moneyFormat} />;
    })}
  </tr>
));
