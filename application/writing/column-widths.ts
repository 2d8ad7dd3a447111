import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { NumberFormatter } from "#domain/number-formats/format-number.ts";

/** Rows that decide the widths: a fixed number, so they don't depend on batches. */
export const widthSample = 100;
/** Ends the sample early, since its rows stay in memory. */
export const widthSampleCharacters = 2_000_000;

const narrowest = 8;
const widest = 60;
const dateWidth = 16;
/** Width of addresses, which are long and seldom read. */
const addressWidth = 28;
/** Width of the filter button beside a title, and of a cell's sides. */
const button = 3;
const sides = 1.5;

/** Characters of the longest line; wide ones (East Asian, emoji) count twice. */
const lengthOf = (text: string): number => {
  let longest = 0;
  for (const line of text.split(/[\r\n]+/)) {
    let length = 0;
    for (const character of line.slice(0, widest * 2)) length += character >= "\u1100" ? 2 : 1;
    longest = Math.max(longest, length);
  }
  return longest;
};

const cellWidth = (cell: Cell, show: NumberFormatter | undefined): number => {
  if (cell === null) return 0;
  if (cell.kind === "text") return lengthOf(cell.text);
  if (cell.kind === "number") return show ? lengthOf(show(cell.decimal).text) : cell.decimal.length;
  if (cell.kind === "datetimes") return dateWidth * 2;
  return cell.kind === "datetime" ? dateWidth : addressWidth;
};

const [perCharacter, besideCharacters] = [7, 5];
export const toPixels = (width: number): number => Math.floor(width * perCharacter + besideCharacters);
const widthOf = (pixels: number): number => Math.ceil((pixels - besideCharacters) / perCharacter);

/**
 * Computes widths in characters: the merchant's own width, else by title and first rows. `show`: by column. `pictures`:
 * pixels for the pictures of a cell, 0 if it becomes a link.
 */
export const computeColumnWidths = (
  columns: readonly CompiledColumn[],
  rows: readonly (readonly Cell[])[],
  show: readonly NumberFormatter[] = [],
  pictures: (cell: Cell) => number = () => 0,
): number[] =>
  columns.map(({ title, type, width }, index) => {
    if (width !== null) return Math.min(Math.max(width, 4), 90);
    let needed = lengthOf(title) + button;
    if (type === ColumnType.Image) {
      const room = Math.max(0, ...rows.map((cells) => pictures(cells[index] ?? null)));
      needed = Math.max(needed, room === 0 ? addressWidth : widthOf(room));
    } else if (type === ColumnType.Link) needed = Math.max(needed, addressWidth);
    else for (const cells of rows) needed = Math.max(needed, cellWidth(cells[index] ?? null, show[index]));
    return Math.min(Math.max(needed + sides, narrowest), widest);
  });
