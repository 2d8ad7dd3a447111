import type { Cell } from "../columns/definition.ts";
import { isFieldBelow } from "../orders/field-paths.ts";
import type { Order } from "../orders/order.ts";
import type { FinishedRow } from "./finish.ts";

/** Cell of a column whose fields the shop or the platform denies us (P-1.7). */
const noAccess: Cell = { kind: "text", text: "no access" };

/**
 * Marks cells of columns that cannot be read; empty ones would read as 'no value'. `columnFields`: the fields of each
 * column.
 */
export const createDenials = (columnFields: readonly (readonly string[])[]) => {
  const met = new Set<string>();
  const deniedColumns = new Set<number>();
  const lacking = new Set<string>();
  return {
    note({ denied = [], lacking: grantable = [] }: Pick<Order, "denied" | "lacking">): void {
      for (const path of grantable) lacking.add(path);
      for (const path of denied) {
        if (met.has(path)) continue;
        met.add(path);
        for (const [columnIndex, fields] of columnFields.entries())
          if (fields.some((field) => isFieldBelow(field, [path]))) deniedColumns.add(columnIndex);
      }
    },
    /** Columns that a further permission would fill, with their lacking fields. */
    lacking: (): { columnIndex: number; fields: string[] }[] =>
      columnFields.flatMap((fields, columnIndex) => {
        const under = fields.filter((field) => isFieldBelow(field, [...lacking]));
        return under.length === 0 ? [] : [{ columnIndex, fields: under }];
      }),
    /** Fills the cells of denied columns with "no access". */
    mark: (row: FinishedRow): FinishedRow =>
      deniedColumns.size === 0
        ? row
        : { ...row, cells: row.cells.map((cell, columnIndex) => (deniedColumns.has(columnIndex) ? noAccess : cell)) },
  };
};
