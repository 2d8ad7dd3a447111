import type { Cell, ColumnDefinition } from "../columns/definition.ts";
import { compareDecimals } from "../text/decimal.ts";

/** Sort key of a row; null if the cell is empty or has no value of the column's kind. */
export type SortKey = {
  /** 0 for texts, never NaN. */
  number: number;
  text: string;
} | null;

/** Order of rows. The sort is stable. */
export type RowOrder = { keyOf(cell: Cell): SortKey; compare(left: SortKey, right: SortKey): number };

export type SortSpec = { valueKind: ColumnDefinition["valueKind"]; descending: boolean };

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

/**
 * `5 - 7` sorts by its lower end, joined `0.24, 0.13` by the first number. Texts without a number in front have no key.
 */
const createNumberKey = (cell: Exclude<Cell, null>): SortKey => {
  const [text = ""] = textOf(cell).split(/ - |, /, 1);
  return plainNumber.test(text) ? { number: Number(text), text } : null;
};

const keyReaders: Readonly<Record<ColumnDefinition["valueKind"], (cell: Exclude<Cell, null>) => SortKey>> = {
  text: (cell) => ({ number: 0, text: textOf(cell) }),
  number: createNumberKey,
  datetime: (cell) => {
    const number = Date.parse(textOf(cell));
    return Number.isNaN(number) ? null : { number, text: "" };
  },
};

/**
 * Orders rows: numbers and instants by value, text by `collate`. Empty cells and values of another kind come
 * last in both directions. Numbers equal as floats are compared digit by digit.
 */
export const createRowOrder = (
  { valueKind, descending }: SortSpec,
  collate: (left: string, right: string) => number,
): RowOrder => {
  const key = keyReaders[valueKind];
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
