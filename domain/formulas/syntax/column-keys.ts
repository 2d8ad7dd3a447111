import { rangeSplitting } from "../functions/range-splitting.ts";
import { stripFunctionPrefix } from "../functions/strip-function-prefix.ts";
import { functionTable, maxFunctionArguments } from "./function-table.ts";
import { formatColumnLetters, lastColumn, parseColumnLetters } from "./references.ts";
import { lexFormula, type Token } from "./tokens.ts";

/** Column keys that the letters A, B, C stand for: the file's columns from left to right. */
export type ColumnLetters = readonly string[];

/**
 * Columns named by key: `[Price]$1`, `[Price,Quantity]1:3`, `[Price]:`. They may lack letters, because they are not in
 * the file, or apart.
 */
type KeyedReference = {
  columns: readonly string[];
  /** Indexes, from 0, of columns beyond the then last one. They keep their letters. */
  beyond?: readonly [number, number] | undefined;
  /** `$` before the first column, and before the last. */
  marks: readonly [string, string];
  /** Rows as written: `$1`, a range `1:$3`, empty for whole columns. */
  rows: string;
};

/** Longest formula with letters, characters, as in Excel files. Moved columns may make it longer than a typed one. */
const maxLetteredLength = 2_000;
/** Longest stored formula, characters: about 400 columns. A longer one loses its names. */
export const maxStoredLength = 8_000;

const lostError = "#REF!";
/** Matches column names and the error in place of lost columns; also texts and worksheet names, which are skipped. */
const keyedReferencePattern =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|#REF!|\[(\$?[A-Za-z]\w*(?:,\$?[A-Za-z]\w*)*(?:,[A-Za-z]{1,3}:\$?[A-Za-z]{1,3})?)\](\$?\d{1,7}(?::\$?\d{1,7})?|:)/gi;

const parseKeyedReference = ([, list, rows]: RegExpMatchArray): KeyedReference | null => {
  if (list === undefined || rows === undefined) return null;
  const columns = list.split(",");
  const [first, last] = columns.at(-1)?.split(":") ?? [];
  const beyond = last === undefined || first === undefined ? undefined : ([first, last] as const);
  if (beyond) columns.pop();
  const mark = (column: string | undefined) => (column?.startsWith("$") ? "$" : "");
  return {
    columns: columns.map((column) => column.replace("$", "")),
    ...(beyond && { beyond: [parseColumnLetters(beyond[0]), parseColumnLetters(beyond[1].replace("$", ""))] as const }),
    marks: [mark(columns[0]), mark(beyond?.[1] ?? columns.at(-1))],
    rows: rows === ":" ? "" : rows,
  };
};

/**
 * Replaces column names with errors, for the grammar. `lost`: the names of each error, in order; null for a typed one.
 */
export const extractKeyedReferences = (
  formula: string,
): { formula: string; lost: readonly (KeyedReference | null)[] } => {
  const lost: (KeyedReference | null)[] = [];
  const plain = formula.replaceAll(keyedReferencePattern, (...match) => {
    const found = match as unknown as RegExpMatchArray;
    if (/^["']/.test(found[0])) return found[0];
    lost.push(parseKeyedReference(found));
    return lostError;
  });
  return { formula: plain, lost };
};

const formatKeyedReference = ({ columns, beyond, marks, rows }: KeyedReference): string => {
  const last = beyond ? columns.length : columns.length - 1;
  const marked = columns.map((column, at) => `${at === 0 ? marks[0] : at === last ? marks[1] : ""}${column}`);
  if (beyond) marked.push(`${formatColumnLetters(beyond[0])}:${marks[1]}${formatColumnLetters(beyond[1])}`);
  return `[${marked.join(",")}]${rows || ":"}`;
};

const cells = /^(\$?)([A-Za-z]{1,3})(\$?\d+)(?::(\$?)([A-Za-z]{1,3})(\$?\d+))?$/;
const wholeColumns = /^(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})$/;

type Ends = { left: number; right: number; marks: readonly [string, string]; rows: string };

const parseEnds = (text: string): Ends | null => {
  const cell = cells.exec(text);
  const whole = wholeColumns.exec(text);
  const [from, to] = [cell?.[2] ?? whole?.[2], cell?.[5] ?? whole?.[4] ?? cell?.[2]];
  if (from === undefined || to === undefined) return null;
  const [first, second] = [parseColumnLetters(from), parseColumnLetters(to)];
  const marks: [string, string] = [cell?.[1] ?? whole?.[1] ?? "", cell?.[4] ?? whole?.[3] ?? ""];
  const rows = cell === null ? "" : [cell[3], cell[6]].filter((row) => row !== undefined).join(":");
  return first <= second
    ? { left: first, right: second, marks, rows }
    : { left: second, right: first, marks: [marks[1], marks[0]], rows };
};

/** Names the columns of a reference. Leaves references that cover no existing column, or all of Excel's. */
const toKeyedReference = (text: string, letters: ColumnLetters): string => {
  const ends = parseEnds(text);
  if (ends === null || ends.left >= letters.length || (ends.left === 0 && ends.right === lastColumn)) return text;
  const beyond = ends.right >= letters.length ? ([letters.length, ends.right] as const) : undefined;
  return formatKeyedReference({ ...ends, columns: letters.slice(ends.left, ends.right + 1), beyond });
};

/** Replaces letters with names, so that the formula survives moves of its columns. */
export const lettersToKeys = (formula: string, letters: ColumnLetters): string => {
  const { formula: plain, lost } = extractKeyedReferences(formula);
  const held = [...lost];
  const named = lexFormula(plain).map(({ type, value }) => {
    if (type === "error" && value.toUpperCase() === lostError) {
      const names = held.shift();
      return names ? formatKeyedReference(names) : value;
    }
    return type === "range" || type === "range_beam" ? toKeyedReference(value, letters) : value;
  });
  return named.join("");
};

/** Groups neighbors, in their order. */
const runsOf = (columnIndexes: readonly number[]): [number, number][] => {
  const runs: [number, number][] = [];
  for (const columnIndex of columnIndexes) {
    const run = runs.at(-1);
    if (run && run[1] + 1 === columnIndex) run[1] = columnIndex;
    else runs.push([columnIndex, columnIndex]);
  }
  return runs;
};

type ReferencePosition = {
  call: Call;
  /** Empty outside of a function. */
  function: string;
  /** Its index, from 0. */
  argument: number;
  /** The reference is the entire argument. */
  whole: boolean;
};
/** `arguments`: counted up to the current position. */
type Call = { function: string; arguments: number };

const formatLetteredReference = (
  { marks, rows }: KeyedReference,
  [from, to]: [number, number],
  split: boolean,
): string => {
  const [left, right] = [`${marks[0]}${formatColumnLetters(from)}`, `${marks[1]}${formatColumnLetters(to)}`];
  if (rows === "") return `${left}:${right}`;
  const [top = "", bottom] = rows.split(":");
  if (bottom === undefined || (split && from === to && top === bottom)) return `${left}${top}`;
  return `${left}${top}:${right}${bottom}`;
};

/** A reference that is only a part of its argument, such as `A1` in `A1+1`, can't be split. */
const notSplittable = { inAnyOrder: false, apart: false } as const;

/** Writes a reference with letters. Null if no letters have the same meaning. */
const toLetteredReference = (
  names: KeyedReference,
  letters: ColumnLetters,
  within: ReferencePosition,
  mayPart: boolean,
): string | null => {
  const columnIndexes = names.columns.map((column) => letters.indexOf(column));
  if (columnIndexes.includes(-1)) return null;
  const { inAnyOrder, apart } = within.whole ? rangeSplitting(within.function, within.argument) : notSplittable;
  // Cells are read row by row, so parts of several rows would change the order.
  const [top, bottom] = names.rows.split(":");
  const keepsOrder = inAnyOrder || (top !== "" && top === bottom);
  const [from, to] = names.beyond ?? [0, -1];
  for (let columnIndex = from; columnIndex <= to; columnIndex += 1)
    if (!columnIndexes.includes(columnIndex)) columnIndexes.push(columnIndex);
  const runs = runsOf(inAnyOrder ? columnIndexes.toSorted((one, other) => one - other) : columnIndexes);
  const maxArguments = functionTable.get(within.function)?.maxArguments ?? maxFunctionArguments;
  if (runs.length > 1 && !(mayPart && apart && keepsOrder && within.call.arguments + runs.length - 1 <= maxArguments))
    return null;
  within.call.arguments += runs.length - 1;
  return runs.map((run) => formatLetteredReference(names, run, runs.length > 1)).join(",");
};

const findErrorPositions = (tokens: readonly Token[]): ReferencePosition[] => {
  const solid = tokens.filter(({ type }) => type !== "whitespace");
  const open: Call[] = [];
  const places: ReferencePosition[] = [];
  const ends = (token: Token | undefined, signs: string) =>
    token !== undefined && token.type === "operator" && signs.includes(token.value);
  for (const [at, { type, value }] of solid.entries()) {
    const [before, after] = [solid[at - 1], solid[at + 1]];
    const call = open.at(-1);
    if (type === "operator" && value === "(")
      open.push({ function: before?.type === "func" ? stripFunctionPrefix(before.value) : "", arguments: 1 });
    else if (type === "operator" && value === ")") open.pop();
    else if (type === "operator" && value === "," && call) call.arguments += 1;
    else if (type === "error" && value.toUpperCase() === lostError)
      places.push({
        call: call ?? { function: "", arguments: 0 },
        function: call?.function ?? "",
        argument: (call?.arguments ?? 1) - 1,
        whole: ends(before, "(,") && ends(after, "),"),
      });
  }
  return places;
};

/**
 * Replaces names with letters. A name stays if its column has no letter, or if its range's columns are apart and the
 * function does not read parts like the whole.
 */
export const keysToLetters = (formula: string, letters: ColumnLetters): string => {
  const { formula: plain, lost } = extractKeyedReferences(formula);
  if (lost.every((names) => names === null)) return formula;
  const tokens = lexFormula(plain);
  const write = (nameless: (names: KeyedReference) => string, apart = true): string => {
    const places = findErrorPositions(tokens);
    let at = 0;
    const written = tokens.map(({ type, value }) => {
      if (type !== "error" || value.toUpperCase() !== lostError) return value;
      const [names, within] = [lost[at], places[at]];
      at += 1;
      return names && within ? (toLetteredReference(names, letters, within, apart) ?? nameless(names)) : value;
    });
    return written.join("");
  };
  const fits = (text: string): boolean =>
    text.length <= (columnsWithoutLetters(text).length > 0 ? maxStoredLength : maxLetteredLength);
  return [write(formatKeyedReference), write(formatKeyedReference, false)].find(fits) ?? write(() => lostError);
};

/** Lists columns named by key, per reference. */
export const columnsWithoutLetters = (formula: string): (readonly string[])[] =>
  extractKeyedReferences(formula).lost.flatMap((names) => (names ? [names.columns] : []));
