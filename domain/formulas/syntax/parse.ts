import { quoted } from "../../text/quoted.ts";
import { closestFunction } from "../functions/closest-function.ts";
import { functionByName } from "../functions/function-by-name.ts";
import { otherConstant, otherName } from "../functions/other-names.ts";
import { asksPlace } from "../functions/places.ts";
import { plainName } from "../functions/plain-name.ts";
import { type ErrorCode, isError } from "../values/value.ts";
import { type ExcelFunction, functionTable, needsReference, refusedFunctions } from "./function-table.ts";
import { cannotRead, mayBeReference, readTree, type Tree, tooDeep, Unreadable } from "./grammar.ts";
import { columnsWithoutLetters, longestKept, withoutNames } from "./names.ts";
import type { Node } from "./node.ts";
import { firstRowOfData, lastRow, parseReference, type Reference } from "./references.ts";
import { signProblem } from "./signs.ts";
import { type Token, tokensOf } from "./tokens.ts";

export type ParsedFormula = {
  /**
   * The formula as written, with the `=`. `=#REF!` if it needs columns without letters, even if it would handle the
   * error.
   */
  formula: string;
  /** null: only Excel computes it. */
  root: Node | null;
  /** Parts that we do not compute, in words: `the function VLOOKUP`. */
  notComputed: readonly string[];
  /** References whose cells it reads, also within parts that we do not compute. */
  references: readonly Reference[];
  /** References of which it only uses the position. */
  named: readonly Reference[];
  /** Columns named by key, per reference: they have no letters in this report (names.ts). */
  lost: readonly (readonly string[])[];
};

/** Excel's limit, in characters. */
const longestWords = 255;
/** Maximum levels of nested functions. */
const deepest = 64;

/** Maximum distance, in rows, that a formula can look down: that many rows are held while a report is written. */
const farthestRow = 100;
/** Last row that the first data row can refer to. */
const lastRowOfData = lastRow - firstRowOfData + 1;
/** Maximum cells that one formula can read. */
const mostCells = 1_000;

export const tooLong = (most: number): string => `The maximum length allowed is ${most}`;

const errorCodes: ReadonlySet<string> = new Set(["#DIV/0!", "#N/A", "#NAME?", "#NUM!", "#REF!", "#VALUE!"]);

const cellsOf = ({ from, to }: Reference): number => (to.column - from.column + 1) * (Math.abs(to.row - from.row) + 1);

/** Reason why we do not read a reference; undefined if we do. */
const beyond = ({ from, to }: Reference): string | undefined => {
  if (to.row === lastRow) return "whole columns";
  if (from.fixed !== to.fixed) return "ranges that grow from row to row";
  if (Math.max(from.row, to.row) > farthestRow) return `rows after ${farthestRow}`;
  return undefined;
};

const refuseFunction = (name: string): void => {
  if (functionTable.has(name)) return;
  if (name === "LET" || name === "LAMBDA")
    throw new Unreadable("A report cannot hold the functions LET and LAMBDA. Use further columns for the parts.");
  if (refusedFunctions.has(name))
    throw new Unreadable(`A report cannot hold the function ${name}. Choose another one.`);
  const other = otherName(name);
  if (other !== undefined) throw new Unreadable(other);
  const meant = closestFunction(name);
  throw new Unreadable(`Excel has no function ${name}.${meant === null ? "" : ` Did you mean ${meant}?`}`);
};

/** Explains why a word is no column: it is a function without brackets, or a constant of another language. */
const wordProblem = (word: string): string | undefined => {
  const constant = otherConstant(word);
  if (constant !== undefined) return `Write ${constant} instead of ${word.toUpperCase()}.`;
  const name = plainName(word);
  const known = functionTable.get(name);
  return known && `${name} is a function. Put brackets behind it: ${name}(${known.most === 0 ? "" : "…"}).`;
};

/** Refuses faults visible in a single token, each with its own sentence. @throws {Unreadable} */
const refuseTokens = (tokens: readonly Token[]): void => {
  let braces = 0;
  for (const { type, value, unterminated } of tokens) {
    if (unterminated) throw new Unreadable("A quotation mark or a bracket is open at the end. Close it.");
    if (type === "unknown") throw new Unreadable(cannotRead(value));
    if (type === "func") refuseFunction(plainName(value));
    const word = type === "range_named" ? wordProblem(value) : undefined;
    if (word !== undefined) throw new Unreadable(word);
    if (type === "string" && value.slice(1, -1).replaceAll('""', '"').length > longestWords)
      throw new Unreadable(`Excel takes at most ${longestWords} characters of text within a formula. Shorten it.`);
    if (type !== "operator") continue;
    if (value === "{") braces += 1;
    if (value === "}") braces -= 1;
    if (value === ";" && braces < 1)
      throw new Unreadable("Put commas between the arguments of a function, not semicolons.");
    if (value === "#" || value === "@") throw new Unreadable(cannotRead(value));
  }
};

type Found = { notComputed: Set<string>; references: Reference[]; named: Reference[] };

const readReference = (value: string, kind: string): Reference => {
  if (/[![\]']/.test(value))
    throw new Unreadable(`${quoted(value)} is outside of this worksheet. Refer to columns of the report, such as A1.`);
  const reference = kind === "range_named" ? null : parseReference(value);
  if (reference === null)
    throw new Unreadable(
      `There is no ${quoted(value)}. Refer to columns by their letters, such as A1; put text between quotation marks.`,
    );
  if (/\d/.test(value) && Math.max(reference.from.row, reference.to.row) > lastRowOfData)
    throw new Unreadable(
      `There is no row for ${quoted(value)}, as Excel ends with row ${lastRowOfData.toLocaleString("en")} of the report. Refer to whole columns, such as A:A.`,
    );
  return reference;
};

const nodeOf = (reference: Reference): Extract<Node, { type: "cell" | "range" }> => {
  const { from, to } = reference;
  const single = from.column === to.column && from.row === to.row && from.fixed === to.fixed;
  return { type: single ? "cell" : "range", reference };
};

const referenceNode = (value: string, kind: string, severalTaken: boolean, found: Found): Node => {
  const reference = readReference(value, kind);
  found.references.push(reference);
  const why = beyond(reference);
  if (why !== undefined) found.notComputed.add(why);
  const node = nodeOf(reference);
  if (node.type === "range" && !severalTaken) found.notComputed.add("several cells where one is asked for");
  return node;
};

/** A reference used only for its position may be anywhere: no cell of it is held, and it cannot be circular. */
const placeNode = (value: string, kind: string, found: Found): Node => {
  const reference = readReference(value, kind);
  found.named.push(reference);
  return nodeOf(reference);
};

const counted = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);

const countAsked = ({ least, most, inPairs }: ExcelFunction, given: number): string => {
  if (inPairs && given < most) return `${least}, ${least + 2}, ${least + 4} or more arguments`;
  if (least === most) return counted(least);
  // Functions with an open end accept about 250.
  return given < least && most > 100 ? `at least ${counted(least)}` : `${least} to ${counted(most)}`;
};

const checkCount = (name: string, given: number): void => {
  const known = functionTable.get(name);
  if (known === undefined) return;
  const { least, most, inPairs } = known;
  if (given >= least && given <= most && !(inPairs && (given - least) % 2 === 1)) return;
  throw new Unreadable(`${name} takes ${countAsked(known, given)}, not ${given}.`);
};

const ordinals = ["first", "second", "third"];

const numberOf = (tree: Tree | null | undefined): number | undefined =>
  tree?.type === "value" && typeof tree.value === "object" && "decimal" in tree.value
    ? Number(tree.value.decimal)
    : undefined;

const checkReferences = (name: string, given: readonly (Tree | null)[]): void => {
  const first = numberOf(given[0]);
  const wrong = given.findIndex(
    (one, place) => one !== null && needsReference(name, place, first) && !mayBeReference(one),
  );
  if (wrong === -1) return;
  const which = ordinals[wrong] === undefined ? `argument ${wrong + 1}` : `its ${ordinals[wrong]} argument`;
  throw new Unreadable(`${name} needs cells as ${which}, such as A1:A9.`);
};

const callNode = (tree: Extract<Tree, { type: "call" }>, found: Found, depth: number): Node => {
  const { name } = tree;
  if (depth >= deepest) throw new Unreadable(tooDeep);
  const known = functionByName.get(name);
  const given = tree.arguments.map((argument, at): Node => {
    if (argument === null) return { type: "missing" };
    if (argument.type === "reference" && asksPlace(name)) return placeNode(argument.text, argument.kind, found);
    const several = known === undefined || known.ranges === "all" || known.ranges?.includes(at) === true;
    return convert(argument, several, found, depth + 1);
  });
  checkCount(name, given.length);
  checkReferences(name, tree.arguments);
  if (known === undefined) found.notComputed.add(`the function ${name}`);
  else if (known.computes?.(given) === false) {
    // If a function requires cells, an error in their place is the result.
    const lost = given.find((one) => one.type === "value" && isError(one.value));
    if (lost) return lost;
    found.notComputed.add(`${name} with these arguments`);
  }
  return { type: "call", name, arguments: given };
};

const notComputed = (what: string, found: Found): Node => {
  found.notComputed.add(what);
  return { type: "missing" };
};

const convert = (tree: Tree, severalTaken: boolean, found: Found, depth: number): Node => {
  switch (tree.type) {
    case "value":
      return tree;
    case "error":
      if (!errorCodes.has(tree.code)) return notComputed(`the error ${tree.code}`, found);
      return { type: "value", value: { error: tree.code as ErrorCode } };
    case "reference":
      return referenceNode(tree.text, tree.kind, severalTaken, found);
    case "unary":
      return { type: "unary", operator: tree.operator, of: convert(tree.of, false, found, depth) };
    case "binary": {
      const { operator } = tree;
      const left = convert(tree.left, false, found, depth);
      return { type: "binary", operator, left, right: convert(tree.right, false, found, depth) };
    }
    case "references":
      for (const side of [tree.left, tree.right]) convert(side, true, found, depth);
      return notComputed("ranges that are put together", found);
    case "call":
      return callNode(tree, found, depth);
    case "list":
      return notComputed("lists in braces", found);
  }
};

/**
 * Result of a formula that needs a missing column. No function may skip the error, or the cell would silently show
 * other figures (ADR 52).
 */
const noColumn: Node = { type: "value", value: { error: "#REF!" } };

const read = (written: string): ParsedFormula | { problem: string } => {
  if (!written.startsWith("=")) return { problem: "Excel formulas must start with the '=' sign." };
  if (written.length > longestKept) return { problem: tooLong(longestKept) };
  if (written.trim() === "=") return { problem: "Value is required" };
  const { formula, lost: errors } = withoutNames(written);
  const sign = signProblem(formula);
  if (sign !== undefined) return { problem: sign };
  const found: Found = { notComputed: new Set(), references: [], named: [] };
  try {
    const tokens = tokensOf(formula);
    refuseTokens(tokens);
    const root = convert(readTree(tokens), false, found, 0);
    if (
      found.notComputed.size === 0 &&
      found.references.reduce((sum, reference) => sum + cellsOf(reference), 0) > mostCells
    )
      found.notComputed.add(`more than ${mostCells.toLocaleString("en")} cells`);
    const notComputed = [...found.notComputed];
    const { references, named } = found;
    const lost = columnsWithoutLetters(written);
    if (errors.length > 0)
      return { formula: "=#REF!", root: noColumn, notComputed: [], references: [], named: [], lost };
    return { formula, root: notComputed.length === 0 ? root : null, notComputed, references, named, lost };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
};

/** More than a design has columns. */
const mostRemembered = 256;
const remembered = new Map<string, ParsedFormula | { problem: string }>();

/**
 * Parses a column's formula (R-33), or returns its fault as the dialog words it (S-2.5). Bounded by length and by the
 * cells it may read. Caches recent results, because saving one formula parses its whole design several times; the
 * longest take 2 ms each.
 */
export const parseFormula = (written: string): ParsedFormula | { problem: string } => {
  const known = remembered.get(written);
  const parsed = known ?? read(written);
  // Least recently used entries go first, so the current design's stay.
  remembered.delete(written);
  remembered.set(written, parsed);
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return parsed;
};

export const isProblem = (parsed: ParsedFormula | { problem: string }): parsed is { problem: string } =>
  "problem" in parsed;
