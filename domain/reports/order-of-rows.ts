import type { Cell, ColumnDefinition } from "../columns/definition.ts";
import { compareDecimals } from "../text/decimal.ts";

/** What a row is compared by; null of an empty cell, and of one that holds nothing of the column's kind. `number`: of texts 0, never NaN. */
export type SortKey = { number: number; text: string } | null;

/** How rows follow each other. Equal ones keep the order in which they came. */
export type OrderOfRows = { keyOf(cell: Cell): SortKey; compare(left: SortKey, right: SortKey): number };

/** What a report is sorted by. */
export type Sorts = { valueKind: ColumnDefinition["valueKind"]; descending: boolean };

const textOf = (cell: Exclude<Cell, null>): string => {
  switch (cell.kind) {
    case "text":
      return cell.text;
    case "number":
      return cell.decimal;
    case "datetime":
      return cell.instant;
    case "datetimes":
      return cell.instants[0] ?? "";
    case "link":
    case "image":
      return cell.urls.join("\n");
  }
};

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A range, `5 - 7`, goes by its lower end, joined numbers, `0.24, 0.13`, by the first; a text that starts with no number has no key. */
const numberKey = (cell: Exclude<Cell, null>): SortKey => {
  const [text = ""] = textOf(cell).split(/ - |, /, 1);
  return plainNumber.test(text) ? { number: Number(text), text } : null;
};

const keys: Readonly<Record<ColumnDefinition["valueKind"], (cell: Exclude<Cell, null>) => SortKey>> = {
  text: (cell) => ({ number: 0, text: textOf(cell) }),
  number: numberKey,
  datetime: (cell) => {
    const number = Date.parse(textOf(cell));
    return Number.isNaN(number) ? null : { number, text: "" };
  },
};

/**
 * The order of a sorted column: numbers and instants by value, text by `collate`, empty cells last in both directions, and
 * with them what is no number or instant in a column of such.
 * Numbers beyond what a float tells apart are compared digit by digit.
 */
export const createOrderOfRows = (
  { valueKind, descending }: Sorts,
  collate: (left: string, right: string) => number,
): OrderOfRows => {
  const key = keys[valueKind];
  const texts = valueKind === "text" ? collate : compareDecimals;
  const sign = descending ? -1 : 1;
  return {
    keyOf: (cell) => (cell === null ? null : key(cell)),
    compare(left, right) {
      if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
      if (left.number !== right.number) return sign * (left.number - right.number);
      return left.text === right.text ? 0 : sign * texts(left.text, right.text);
    },
  };
};
