import { memo } from "react";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { notLoaded } from "#domain/wire/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { type CellLook, cellAlign } from "../../report-cells/cell-look.ts";
import { ReportCell } from "../../report-cells/report-cell.tsx";
import { statusOfRow } from "../../report-cells/status-rows.ts";
import { localStatusKey } from "../../resources/designs/local-status.ts";
import type { ChooseStatus } from "../local-status/use-local-statuses.ts";
import type { TableRow, TableValues } from "./preview-values.ts";
import { StatusCell } from "./status-cell.tsx";

/** What stands in for cells that were not read: they are on their way, or could not be read. */
export type Missing = "loading" | "failed";

type CellProps = {
  look: CellLook;
  isDisabled: boolean;
  /** Undefined: it was not read. */
  value: string | null | undefined;
  /** What names a link. */
  title: string | null;
  missing: Missing;
};

const Cell = memo(({ look, isDisabled, value, title, missing }: CellProps) => (
  <td data-align={cellAlign(look)} data-disabled={isDisabled || undefined}>
    {isDisabled ? null : value === undefined && missing === "loading" ? (
      <div className="waiting" />
    ) : (
      <div className="cell">
        <ReportCell look={look} value={value === undefined ? notLoaded : value} title={title} />
      </div>
    )}
  </td>
));

/** What people fill in themselves is not read of any order. */
const isBlank = ({ CustomColumn }: ReportColumn): boolean =>
  CustomColumn?.Category === CustomColumnCategory.Empty || CustomColumn?.Category === CustomColumnCategory.ExcelFormula;

/** What a row has for a column; undefined where it was not read. */
const valueIn = (
  row: Pick<TableRow, "cells">,
  column: ReportColumn,
  placeOf: TableValues["placeOf"],
): string | null | undefined => {
  const place = placeOf.get(column.Column);
  if (place !== undefined) return row.cells[place] ?? null;
  return isBlank(column) ? null : undefined;
};

/** A column that the table draws. Column and look are the same objects as long as nothing about them changes. */
export type DrawnColumn = { column: ReportColumn; look: CellLook };

type BodyRowProps = {
  columns: readonly DrawnColumn[];
  row: TableRow;
  placeOf: TableValues["placeOf"];
  missing: Missing;
  onChooseStatus: ChooseStatus;
};

const textIn = ({ cells }: Pick<TableRow, "cells">, key: string, placeOf: TableValues["placeOf"]): string | null =>
  cells[placeOf.get(key) ?? -1] ?? null;

/** A row of the report. */
export const BodyRow = memo(({ columns, row, placeOf, missing, onChooseStatus }: BodyRowProps) => {
  const { orderId } = row;
  const status = textIn(row, localStatusKey, placeOf);
  const saysStatus = columns.some(({ column }) => column.Column === localStatusKey && !column.Disabled);
  return (
    <tr data-starts={row.startsOrder || undefined} data-status={saysStatus ? statusOfRow(status) : undefined}>
      {columns.map(({ column, look }) => {
        if (column.Column === localStatusKey && orderId !== undefined && !column.Disabled)
          return (
            <StatusCell
              key={column.Column}
              orderId={orderId}
              orderName={textIn(row, "OrderNum", placeOf) ?? `order ${orderId}`}
              value={status}
              isFirst={row.startsOrder}
              onChoose={onChooseStatus}
            />
          );
        const naming = column.LinkTitleField === null ? undefined : placeOf.get(column.LinkTitleField);
        return (
          <Cell
            key={column.Column}
            look={look}
            isDisabled={column.Disabled}
            value={valueIn(row, column, placeOf)}
            title={naming === undefined ? null : (row.cells[naming] ?? null)}
            missing={missing}
          />
        );
      })}
    </tr>
  );
});
