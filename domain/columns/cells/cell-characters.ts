import type { Cell } from "../definition.ts";

const together = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const ofCell = (cell: Cell): number => {
  if (cell === null) return 0;
  switch (cell.kind) {
    case "text":
      return cell.text.length;
    case "number":
      return cell.decimal.length;
    case "datetime":
      return cell.instant.length;
    case "datetimes":
      return together(cell.instants);
    case "link":
    case "image":
      return together(cell.urls);
  }
};

/** Counts characters before formatting. */
export const cellCharacters = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + ofCell(cell), 0);
