import type { Cell } from "../columns/definition.ts";
import { isUnder } from "../orders/denied.ts";
import type { Order } from "../orders/order.ts";
import type { FinishedRow } from "./finish.ts";

/** Said by the cells of a column that reads what the shop or the platform does not let us read (P-1.7). */
const noAccess: Cell = { kind: "text", text: "no access" };

/**
 * Which columns of a report cannot be read, as its orders tell, and rows that say so: an empty cell would read as if there was nothing.
 * `columnFields`: what each of the columns reads.
 */
export const createDenials = (columnFields: readonly (readonly string[])[]) => {
  const met = new Set<string>();
  const places = new Set<number>();
  const lacking = new Set<string>();
  return {
    note({ denied = [], lacking: grantable = [] }: Pick<Order, "denied" | "lacking">): void {
      for (const path of grantable) lacking.add(path);
      for (const path of denied) {
        if (met.has(path)) continue;
        met.add(path);
        for (const [place, fields] of columnFields.entries())
          if (fields.some((field) => isUnder(field, [path]))) places.add(place);
      }
    },
    /** The columns that the shop's permission would fill, by their places, and what each of them lacks. */
    lacking: (): { place: number; fields: string[] }[] =>
      columnFields.flatMap((fields, place) => {
        const under = fields.filter((field) => isUnder(field, [...lacking]));
        return under.length === 0 ? [] : [{ place, fields: under }];
      }),
    tell: (row: FinishedRow): FinishedRow =>
      places.size === 0
        ? row
        : { ...row, cells: row.cells.map((cell, place) => (places.has(place) ? noAccess : cell)) },
  };
};
