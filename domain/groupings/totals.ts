import { incomplete, isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell } from "../columns/definition.ts";
import { createDecimalSum } from "../text/decimal-sum.ts";
import type { CompiledColumn } from "./compile.ts";

/** The totals row of a report. */
export type Totals = {
  /** `startsOrder`: the previous row belongs to another order. */
  add(cells: readonly Cell[], startsOrder: boolean): void;
  /**
   * Returns null for a column without a total, or without rows. {@link incomplete} if one of its cells was unread, or
   * if unreadable orders were `leftOut`.
   */
  values(leftOut?: boolean): (string | null)[];
};

/** Sums exactly. Amounts of whole orders count once per order. */
export const createTotals = (columns: readonly CompiledColumn[]): Totals => {
  const summed = columns.flatMap((column, columnIndex) =>
    column.total === "none"
      ? []
      : [{ place: columnIndex, oncePerOrder: column.total === "sumOncePerOrder", sum: createDecimalSum() }],
  );
  const incompletePlaces = new Set<number>();
  let any = false;
  return {
    add(cells, startsOrder) {
      any = true;
      for (const { place: columnIndex, oncePerOrder, sum } of summed) {
        const cell = cells[columnIndex];
        if (cell?.kind === "number" && (startsOrder || !oncePerOrder)) sum.add(cell.decimal);
        else if (isUnreadCell(cell)) incompletePlaces.add(columnIndex);
      }
    },
    values(leftOut = false) {
      const values = columns.map((): string | null => null);
      if (any)
        for (const { place: columnIndex, sum } of summed)
          values[columnIndex] = leftOut || incompletePlaces.has(columnIndex) ? incomplete : sum.total();
      return values;
    },
  };
};
