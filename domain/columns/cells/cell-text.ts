import type { Cell } from "../definition.ts";

/**
 * Converts cells to preview text: canonical decimals, instants joined with `, `, one address per line (S-2.5).
 * `instant`: see `createInstantFormatter` (domain/dates/format.ts).
 */
export const createCellText =
  (instant: (instant: string) => string): ((cell: Cell) => string | null) =>
  (cell) => {
    if (cell === null) return null;
    switch (cell.kind) {
      case "text":
        return cell.text;
      case "number":
        return cell.decimal;
      case "datetime":
        return instant(cell.instant);
      case "datetimes":
        return cell.instants.map(instant).join(", ");
      case "link":
      case "image":
        return cell.urls.join("\n");
    }
  };
