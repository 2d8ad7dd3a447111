import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { landscapeColumns } from "#domain/html/style.ts";
import type { ShowNumber } from "#domain/number-formats/shown-number.ts";
import { columnWidths } from "../widths.ts";

/** Pixels of a character: of figures, which are all as wide as the widest, and of letters, in the typefaces that systems have; Inter is narrower. */
const perFigure = 8.6;
const perLetter = 7.8;
const perCapital = 9;
/** The sides of a cell. */
const sides = 24;
/** What {@link columnWidths} adds for them, in characters. */
const sidesThere = 1.5;
const narrowest = 72;
const widest = 420;
/** A word that is longer may be broken. */
const widestWord = 168;
/** An address breaks anywhere, but not into letters. */
const narrowestAddress = 160;
const picture = 84;

const pixels = (characters: number, perCharacter: number): number =>
  Math.min(Math.max(Math.round((characters - sidesThere) * perCharacter + sides), narrowest), widest);

/** As much of a text as may stand in a line of its own. */
const longestWord = (text: string): number =>
  text
    .slice(0, 200)
    .split(/[\s\-–/]+/u)
    .reduce((longest, word) => Math.max(longest, word.length), 0);

/** What the words of a column need, in pixels. */
const wordWidth = ({ title }: CompiledColumn, place: number, rows: readonly (readonly Cell[])[]): number => {
  const words = rows.map((cells) => {
    const cell = cells[place];
    return cell?.kind === "text" ? longestWord(cell.text) : 0;
  });
  const longest = words.reduce((most, length) => Math.max(most, length), longestWord(title));
  return Math.min(Math.max(Math.round((longest + 0.5) * perCapital + sides), narrowest), widestWord);
};

/** What a column needs, and what it would like to have, in pixels of the screen. */
type Width = { least: number; wished: number };

const widthsOf = (
  columns: readonly CompiledColumn[],
  rows: readonly (readonly Cell[])[],
  show: readonly ShowNumber[],
  showsPictures: boolean,
): Width[] => {
  const wished = columnWidths(columns, rows, show);
  const untitled = columns.map((column) => ({ ...column, title: "" }));
  const ofCells = columnWidths(untitled, rows, show);
  return columns.map((column, place) => {
    const { type, valueKind } = column;
    if (type === ColumnType.Image && showsPictures) return { least: picture, wished: picture };
    const perCharacter = valueKind === "text" ? perLetter : perFigure;
    const width = pixels(wished[place] ?? 0, perCharacter);
    const words = wordWidth(column, place, rows);
    const least =
      type === ColumnType.Link || type === ColumnType.Image
        ? narrowestAddress
        : valueKind === "text"
          ? words
          : Math.max(words, pixels(ofCells[place] ?? 0, perCharacter));
    return { least: Math.min(least, width), wished: width };
  });
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Paper has smaller letters (10 px of 14) and half the sides. A4, upright or on its side, less its margins. */
const onPaper = (least: number): number => ((least - sides) * 10) / 14 + sides / 2;
const paper = { upright: 703, onItsSide: 1_032 };

/** Letters of half the size can still be read. */
const smallestZoom = 0.5;

/**
 * A table on paper: `zoom`, by which all of it is made smaller where its words would not fit; `shares` of the sheet in hundredths, by what each column
 * needs and of the rest by what it would like to have.
 */
const printed = (widths: readonly Width[]): { zoom: number; shares: number[] } => {
  const width = widths.length < landscapeColumns ? paper.upright : paper.onItsSide;
  const least = widths.map((one) => onPaper(one.least));
  const wishes = widths.map((one) => one.wished - one.least + 1);
  const rest = Math.max(0, width - sum(least));
  const given = least.map((one, place) => one + (rest * (wishes[place] ?? 0)) / sum(wishes));
  return {
    zoom: Math.round(Math.max(smallestZoom, Math.min(1, width / sum(least))) * 100) / 100,
    shares: given.map((one) => Math.round((one / sum(given)) * 10_000) / 100),
  };
};

/**
 * How wide the columns of a table are, found by its first rows as Excel's are, so that a browser needs to look at no other row for one's place
 * (ADR 68). `properties`, of CSS: `--wide`, where the page may be moved sideways, `--fit`, where texts take more lines so that all columns are in
 * sight, how many pixels the table needs then, and `--print-zoom`, its size in print; `columnGroup`: shares of a sheet of paper.
 */
export const columnTracks = (
  columns: readonly CompiledColumn[],
  rows: readonly (readonly Cell[])[],
  show: readonly ShowNumber[],
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
