import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { minLandscapeColumns } from "#domain/html/style.ts";
import type { NumberFormatter } from "#domain/number-formats/format-number.ts";
import { computeColumnWidths } from "../column-widths.ts";

/** Pixels for figures (all as wide as the widest) and letters, in system typefaces. Inter is narrower. */
const perFigure = 8.6;
const perLetter = 7.8;
const perCapital = 9;
/** Pixels beside the characters. */
const sides = 24;
/** Characters that {@link computeColumnWidths} adds already. */
const sidesThere = 1.5;
const narrowest = 72;
const widest = 420;
/** Widest word that isn't broken. */
const widestWord = 168;
/** Least width of addresses, which break anywhere, but not into single letters. */
const narrowestAddress = 160;
const picture = 84;

const pixels = (characters: number, perCharacter: number): number =>
  Math.min(Math.max(Math.round((characters - sidesThere) * perCharacter + sides), narrowest), widest);

const longestWord = (text: string): number =>
  text
    .slice(0, 200)
    .split(/[\s\-–/]+/u)
    .reduce((longest, word) => Math.max(longest, word.length), 0);

const wordWidth = ({ title }: CompiledColumn, index: number, rows: readonly (readonly Cell[])[]): number => {
  const words = rows.map((cells) => {
    const cell = cells[index];
    return cell?.kind === "text" ? longestWord(cell.text) : 0;
  });
  const longest = words.reduce((most, length) => Math.max(most, length), longestWord(title));
  return Math.min(Math.max(Math.round((longest + 0.5) * perCapital + sides), narrowest), widestWord);
};

/** Width in screen pixels. */
type Width = { least: number; wished: number };

const widthsOf = (
  columns: readonly CompiledColumn[],
  rows: readonly (readonly Cell[])[],
  show: readonly NumberFormatter[],
  showsPictures: boolean,
): Width[] => {
  const wished = computeColumnWidths(columns, rows, show);
  const untitled = columns.map((column) => ({ ...column, title: "" }));
  const ofCells = computeColumnWidths(untitled, rows, show);
  return columns.map((column, index) => {
    const { type, valueKind } = column;
    if (type === ColumnType.Image && showsPictures) return { least: picture, wished: picture };
    const perCharacter = valueKind === "text" ? perLetter : perFigure;
    const width = pixels(wished[index] ?? 0, perCharacter);
    const words = wordWidth(column, index, rows);
    const least =
      type === ColumnType.Link || type === ColumnType.Image
        ? narrowestAddress
        : valueKind === "text"
          ? words
          : Math.max(words, pixels(ofCells[index] ?? 0, perCharacter));
    return { least: Math.min(least, width), wished: width };
  });
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Paper has smaller letters (10 px instead of 14) and half the sides. A4 without margins, portrait or landscape. */
const onPaper = (least: number): number => ((least - sides) * 10) / 14 + sides / 2;
const paper = { upright: 703, onItsSide: 1_032 };

/** Half-size letters are still readable. */
const smallestZoom = 0.5;

/**
 * `zoom` shrinks a table if its words don't fit. `shares` of the sheet in percent, by needs first, then by preferences.
 */
const printed = (widths: readonly Width[]): { zoom: number; shares: number[] } => {
  const width = widths.length < minLandscapeColumns ? paper.upright : paper.onItsSide;
  const least = widths.map((one) => onPaper(one.least));
  const wishes = widths.map((one) => one.wished - one.least + 1);
  const rest = Math.max(0, width - sum(least));
  const given = least.map((one, index) => one + (rest * (wishes[index] ?? 0)) / sum(wishes));
  return {
    zoom: Math.round(Math.max(smallestZoom, Math.min(1, width / sum(least))) * 100) / 100,
    shares: given.map((one) => Math.round((one / sum(given)) * 10_000) / 100),
  };
};

/**
 * Widths by the first rows, so that browsers lay out rows independently (ADR 68). CSS `properties`: `--wide`, for a
 * page that scrolls sideways; `--fit`, with wrapped texts so that all columns are visible; the table's pixels for each;
 * and `--print-zoom`. `columnGroup`: shares of a sheet of paper.
 */
export const columnTracks = (
  columns: readonly CompiledColumn[],
  rows: readonly (readonly Cell[])[],
  show: readonly NumberFormatter[],
  showsPictures: boolean,
): { properties: string; columnGroup: string } => {
  const widths = widthsOf(columns, rows, show, showsPictures);
  const { zoom, shares } = printed(widths);
  const tracks = (least: (width: Width) => number) =>
    widths.map((width) => `minmax(${least(width)}px,${width.wished}fr)`).join(" ");
  const wide = ({ wished }: Width) => wished;
  const fit = ({ least }: Width) => least;
  return {
    properties: [
      `--wide:${tracks(wide)};--wide-least:${sum(widths.map(wide))}px`,
      `--fit:${tracks(fit)};--fit-least:${sum(widths.map(fit))}px`,
      `--print-zoom:${zoom}`,
    ].join(";"),
    columnGroup: `<colgroup>${shares.map((share) => `<col style="width:${share}%">`).join("")}</colgroup>`,
  };
};
