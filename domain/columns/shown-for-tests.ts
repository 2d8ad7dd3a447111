import type { Cell } from "./definition.ts";

/** Plain text of a cell. */
export const shownCell = (cell: Cell | undefined): string | null => {
  if (cell === null || cell === undefined) return null;
  if (cell.kind === "text") return cell.text;
  if (cell.kind === "number") return cell.decimal;
  if (cell.kind === "datetime") return cell.instant;
  return (cell.kind === "datetimes" ? cell.instants : cell.urls).join(" | ");
};
