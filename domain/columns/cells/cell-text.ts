import type { Cell } from "../definition.ts";

/**
 * Writes cells as one text each, as previews carry them: numbers as canonical decimals, several instants joined with `, `, addresses one to a
 * line (S-2.5); null where the cell is empty.
 * `instant`: see `instantFormatter` (domain/dates/format.ts).
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
