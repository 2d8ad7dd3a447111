import { memo } from "react";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { notLoaded } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { type CellFormat, getCellAlign } from "../../report-cells/cell-format.ts";
import { ReportCell } from "../../report-cells/report-cell.tsx";
import { statusOfRow } from "../../report-cells/status-rows.ts";
import { localStatusKey } from "../../resources/designs/local-status.ts";
import type { ChooseStatus } from "../local-status/use-local-statuses.ts";
import { ClippedCell } from "./clipped-cell.tsx";
import { type ColumnRange, canClip, drawnWidth } from "./layout.ts";
import type { TableRow, TableValues } from "./preview-values.ts";
import { StatusCell } from "./status-cell.tsx";

export type Missing = "loading" | "failed";

type CellProps = {
  look: CellFormat;
  isDisabled: boolean;
  /** Undefined if the cell hasn't been read. */
  value: string | null | undefined;
  /** Name of a link. */
  title: string | null;
  /** The column's name, if the cell may have more lines than are visible; else null. */
  clipsAs: string | null;
  missing: Missing;
  /** Column number, counted from 1. */
  place: number;
};

const Cell = memo(({ look, isDisabled, value, title, clipsAs, missing, place }: CellProps) => (
  <td aria-colindex={place} data-align={getCellAlign(look)} data-disabled={isDisabled || undefined}>
    {isDisabled ? null : value === undefined && missing === "loading" ? (
      <div className="waiting" />
    ) : clipsAs !== null && typeof value === "string" ? (
      <ClippedCell name={clipsAs} value={value}>
        <ReportCell look={look} value={value} title={title} />
      </ClippedCell>
    ) : (
      <div className="cell">
        <ReportCell look={look} value={value === undefined ? notLoaded : value} title={title} />
      </div>
    )}
  </td>
));

/** Cells that people fill in have no values from orders. */
const isBlank = ({ CustomColumn }: ReportColumn): boolean =>
  CustomColumn?.Category === CustomColumnCategory.Empty || CustomColumn?.Category === CustomColumnCategory.ExcelFormula;

/** Returns a cell's value; undefined if it wasn't read. */
const valueIn = (
  row: Pick<TableRow, "cells">,
  column: ReportColumn,
  placeOf: TableValues["placeOf"],
): string | null | undefined => {
  const index = placeOf.get(column.Column);
  if (index !== undefined) return row.cells[index] ?? null;
  return isBlank(column) ? null : undefined;
};

/** A rendered column. Column and look stay the same objects while nothing about them changes. */
export type DrawnColumn = { column: ReportColumn; look: CellFormat };

type BodyRowProps = {
  columns: readonly DrawnColumn[];
  /** The columns rendered beside the first one. One empty cell each replaces all columns before and after. */
  inSight: ColumnRange;
  row: TableRow;
  placeOf: TableValues["placeOf"];
  missing: Missing;
  onChooseStatus: ChooseStatus;
};

const textIn = ({ cells }: Pick<TableRow, "cells">, key: string, placeOf: TableValues["placeOf"]): string | null =>
  cells[placeOf.get(key) ?? -1] ?? null;

export const BodyRow = memo(({ columns, inSight, row, placeOf, missing, onChooseStatus }: BodyRowProps) => {
  const { orderId } = row;
  const { from, to } = inSight;
  const status = textIn(row, localStatusKey, placeOf);
  const saysStatus = columns.some(({ column }) => column.Column === localStatusKey && !column.Disabled);
  const cell = ({ column, look }: DrawnColumn, at: number) => {
    if (column.Column === localStatusKey && orderId !== undefined && !column.Disabled)
      return (
        <StatusCell
          key={column.Column}
          orderId={orderId}
          orderName={textIn(row, "OrderNum", placeOf) ?? `order ${orderId}`}
          value={status}
          row={row.isFirstOfOrder ? "first" : row.startsOrder ? "apart" : "beneath"}
          onChoose={onChooseStatus}
          place={at + 1}
        />
      );
    const value = valueIn(row, column, placeOf);
    const isLong = typeof value === "string" && canClip(value, drawnWidth(column.Width));
    const naming = column.LinkTitleField === null ? undefined : placeOf.get(column.LinkTitleField);
    return (
      <Cell
        key={column.Column}
        look={look}
        isDisabled={column.Disabled}
        value={value}
        title={naming === undefined ? null : (row.cells[naming] ?? null)}
        clipsAs={isLong ? column.Title : null}
        missing={missing}
        place={at + 1}
      />
    );
  };
  return (
    <tr data-starts={row.startsOrder || undefined} data-status={saysStatus ? statusOfRow(status) : undefined}>
      {columns.slice(0, 1).map(cell)}
      {from > 1 && <td key="before" aria-hidden="true" colSpan={from - 1} />}
      {columns.slice(from, to).map((drawn, at) => cell(drawn, from + at))}
      {to < columns.length && <td key="behind" aria-hidden="true" colSpan={columns.length - to} />}
    </tr>
  );
});
