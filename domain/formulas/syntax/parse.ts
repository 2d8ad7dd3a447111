import { quoteText } from "../../text/quote-text.ts";
import { closestFunction } from "../functions/closest-function.ts";
import { findConstantByAlias, findFunctionByAlias } from "../functions/function-aliases.ts";
import { functionByName } from "../functions/function-by-name.ts";
import { readsOnlyPosition } from "../functions/position-functions.ts";
import { stripFunctionPrefix } from "../functions/strip-function-prefix.ts";
import { type ErrorCode, isError } from "../values/value.ts";
import { columnsWithoutLetters, extractKeyedReferences, maxStoredLength } from "./column-keys.ts";
import { type ExcelFunction, functionTable, needsReference, refusedFunctions } from "./function-table.ts";
import { canBeReference, cannotRead, FormulaSyntaxError, parseTree, type SyntaxTree, tooDeep } from "./grammar.ts";
import type { FormulaNode } from "./node.ts";
import { firstRowOfData, lastRow, parseReference, type Reference } from "./references.ts";
import { signProblem } from "./signs.ts";
import { lexFormula, type Token } from "./tokens.ts";

export type ParsedFormula = {
  /** With the `=`, as written. `=#REF!` if it needs columns without letters, even if it would handle the error. */
  formula: string;
  /** null if only Excel computes it. */
  root: FormulaNode | null;
  /** Parts that we do not compute: `the function VLOOKUP`. */
  notComputed: readonly string[];
  /** References that are read, also within parts that we do not compute. */
  references: readonly Reference[];
  /** References of which only the position is used. */
  named: readonly Reference[];
  /** True if Excel may read cells outside of these references. */
  readsAnywhere: boolean;
  /** Columns named by key, per reference, as they have no letters here (column-keys.ts). */
  lost: readonly (readonly string[])[];
};

/** Excel's limit for a text, in characters. */
const maxTextLength = 255;
/** Levels of nested functions. */
const maxNesting = 64;

/** Rows that a formula can look down. Writing holds this many. */
const maxRowDistance = 100;
/** Last row that a formula in the first data row can refer to. */
const lastRowOfData = lastRow - firstRowOfData + 1;
/** Cells that one formula can read. */
const maxCells = 1_000;

export const tooLong = (maxArguments: number): string => `The maximum length allowed is ${maxArguments}`;

const errorCodes: ReadonlySet<string> = new Set(["#DIV/0!", "#N/A", "#NAME?", "#NUM!", "#REF!", "#VALUE!"]);

const cellsOf = ({ from, to }: Reference): number => (to.column - from.column + 1) * (Math.abs(to.row - from.row) + 1);

const unsupportedReason = ({ from, to }: Reference): string | undefined => {
  if (to.row === lastRow) return "whole columns";
  if (from.fixed !== to.fixed) return "ranges that grow from row to row";
  if (Math.max(from.row, to.row) > maxRowDistance) return `rows after ${maxRowDistance}`;
  return undefined;
};

const refuseFunction = (name: string): void => {
  if (functionTable.has(name)) return;
  if (name === "LET" || name === "LAMBDA")
    throw new FormulaSyntaxError("Reports can't use the functions LET and LAMBDA. Use extra columns for the parts.");
  if (refusedFunctions.has(name))
    throw new FormulaSyntaxError(`Reports can't use the function ${name}. Choose another one.`);
  const other = findFunctionByAlias(name);
  if (other !== undefined) throw new FormulaSyntaxError(other);
  const meant = closestFunction(name);
  throw new FormulaSyntaxError(`Excel has no function ${name}.${meant === null ? "" : ` Did you mean ${meant}?`}`);
};

/** Detects functions without brackets, and constants of other languages. */
const wordProblem = (word: string): string | undefined => {
  const constant = findConstantByAlias(word);
  if (constant !== undefined) return `Write ${constant} instead of ${word.toUpperCase()}.`;
  const name = stripFunctionPrefix(word);
  const known = functionTable.get(name);
  return known && `${name} is a function. Add brackets after it: ${name}(${known.maxArguments === 0 ? "" : "…"}).`;
};

/** @throws {FormulaSyntaxError} */
const refuseTokens = (tokens: readonly Token[]): void => {
  let braces = 0;
  for (const { type, value, unterminated } of tokens) {
    if (unterminated) throw new FormulaSyntaxError("A quotation mark or bracket isn't closed. Close it.");
    if (type === "unknown") throw new FormulaSyntaxError(cannotRead(value));
    if (type === "func") refuseFunction(stripFunctionPrefix(value));
    const word = type === "range_named" ? wordProblem(value) : undefined;
    if (word !== undefined) throw new FormulaSyntaxError(word);
    if (type === "string" && value.slice(1, -1).replaceAll('""', '"').length > maxTextLength)
      throw new FormulaSyntaxError(
        `Excel allows at most ${maxTextLength} characters of text in a formula. Shorten it.`,
      );
    if (type !== "operator") continue;
    if (value === "{") braces += 1;
    if (value === "}") braces -= 1;
    if (value === ";" && braces < 1)
      throw new FormulaSyntaxError("Put commas between the arguments of a function, not semicolons.");
    if (value === "#" || value === "@") throw new FormulaSyntaxError(cannotRead(value));
  }
};

type Findings = { notComputed: Set<string>; references: Reference[]; named: Reference[]; readsAnywhere: boolean };

const readReference = (value: string, kind: string): Reference => {
  if (/[![\]']/.test(value))
    throw new FormulaSyntaxError(
      `${quoteText(value)} is outside this worksheet. Refer to columns of the report, such as A1.`,
    );
  const reference = kind === "range_named" ? null : parseReference(value);
  if (reference === null)
    throw new FormulaSyntaxError(
      `There is no ${quoteText(value)}. Refer to columns by their letters, such as A1; put text in quotation marks.`,
    );
  if (/\d/.test(value) && Math.max(reference.from.row, reference.to.row) > lastRowOfData)
    throw new FormulaSyntaxError(
      `${quoteText(value)} is past Excel's last row, which is row ${lastRowOfData.toLocaleString("en")} of the report. Refer to whole columns, such as A:A.`,
    );
  return reference;
};

const nodeOf = (reference: Reference): Extract<FormulaNode, { type: "cell" | "range" }> => {
  const { from, to } = reference;
  const single = from.column === to.column && from.row === to.row && from.fixed === to.fixed;
  return { type: single ? "cell" : "range", reference };
};

const referenceNode = (value: string, kind: string, severalTaken: boolean, found: Findings): FormulaNode => {
  const reference = readReference(value, kind);
  found.references.push(reference);
  const why = unsupportedReason(reference);
  if (why !== undefined) found.notComputed.add(why);
  const node = nodeOf(reference);
  if (node.type === "range" && !severalTaken) found.notComputed.add("several cells where one is asked for");
  return node;
};

/** A reference used for its position may be anywhere: none of its cells is held, and it cannot be circular. */
const placeNode = (value: string, kind: string, found: Findings): FormulaNode => {
  const reference = readReference(value, kind);
  found.named.push(reference);
  return nodeOf(reference);
};

const counted = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);

const describeArgumentCount = ({ minArguments, maxArguments, inPairs }: ExcelFunction, given: number): string => {
  if (inPairs && given < maxArguments)
    return `${minArguments}, ${minArguments + 2}, ${minArguments + 4} or more arguments`;
  if (minArguments === maxArguments) return counted(minArguments);
  // Functions with an open end accept about 250.
  return given < minArguments && maxArguments > 100
    ? `at least ${counted(minArguments)}`
    : `${minArguments} to ${counted(maxArguments)}`;
};

const checkCount = (name: string, argumentCount: number): void => {
  const known = functionTable.get(name);
  if (known === undefined) return;
  const { minArguments, maxArguments, inPairs } = known;
  if (
    argumentCount >= minArguments &&
    argumentCount <= maxArguments &&
    !(inPairs && (argumentCount - minArguments) % 2 === 1)
  )
    return;
  throw new FormulaSyntaxError(`${name} takes ${describeArgumentCount(known, argumentCount)}, not ${argumentCount}.`);
};

const ordinals = ["first", "second", "third"];

const numberOf = (tree: SyntaxTree | null | undefined): number | undefined =>
  tree?.type === "value" && typeof tree.value === "object" && "decimal" in tree.value
    ? Number(tree.value.decimal)
    : undefined;

const checkReferences = (name: string, given: readonly (SyntaxTree | null)[]): void => {
  const first = numberOf(given[0]);
  const wrong = given.findIndex(
    (one, index) => one !== null && needsReference(name, index, first) && !canBeReference(one),
  );
  if (wrong === -1) return;
  const which = ordinals[wrong] === undefined ? `argument ${wrong + 1}` : `its ${ordinals[wrong]} argument`;
  throw new FormulaSyntaxError(`${name} needs cells as ${which}, such as A1:A9.`);
};

/** Functions that compute which cells they read. */
const computesReferences: ReadonlySet<string> = new Set(["CELL", "INDIRECT", "OFFSET"]);

const shapeOf = ({ from, to }: Reference): string =>
  [to.row - from.row, to.column - from.column, from.fixed, to.fixed].join();

/** SUMIF and AVERAGEIF read from the third argument on as many cells as the first has. */
const readsPastThird = (name: string, [range, , added]: readonly FormulaNode[]): boolean => {
  if ((name !== "SUMIF" && name !== "AVERAGEIF") || added === undefined) return false;
  if (range === undefined || !("reference" in range) || !("reference" in added)) return true;
  return shapeOf(range.reference) !== shapeOf(added.reference);
};

const callNode = (tree: Extract<SyntaxTree, { type: "call" }>, found: Findings, depth: number): FormulaNode => {
  const { name } = tree;
  if (depth >= maxNesting) throw new FormulaSyntaxError(tooDeep);
  const definition = functionByName.get(name);
  const args = tree.arguments.map((argument, at): FormulaNode => {
    if (argument === null) return { type: "missing" };
    if (argument.type === "reference" && readsOnlyPosition(name)) return placeNode(argument.text, argument.kind, found);
    const several = definition === undefined || definition.ranges === "all" || definition.ranges?.includes(at) === true;
    return convert(argument, several, found, depth + 1);
  });
  checkCount(name, args.length);
  checkReferences(name, tree.arguments);
  found.readsAnywhere ||= computesReferences.has(name) || readsPastThird(name, args);
  if (definition === undefined) found.notComputed.add(`the function ${name}`);
  else if (definition.computes?.(args) === false) {
    // An error in place of required cells is the result.
    const lost = args.find((one) => one.type === "value" && isError(one.value));
    if (lost) return lost;
    found.notComputed.add(`${name} with these arguments`);
  }
  return { type: "call", name, arguments: args };
};

const notComputed = (what: string, found: Findings): FormulaNode => {
  found.notComputed.add(what);
  return { type: "missing" };
};

const convert = (tree: SyntaxTree, severalTaken: boolean, found: Findings, depth: number): FormulaNode => {
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
      found.readsAnywhere = true;
      return notComputed("ranges that are put together", found);
    case "call":
      return callNode(tree, found, depth);
    case "list":
      return notComputed("lists in braces", found);
  }
};

/** Replaces a formula with a missing column: a function that skipped the error would show other figures (ADR 52). */
const missingColumnNode: FormulaNode = { type: "value", value: { error: "#REF!" } };

const parseUncached = (written: string): ParsedFormula | { problem: string } => {
  if (!written.startsWith("=")) return { problem: "Excel formulas must start with the '=' sign." };
  if (written.length > maxStoredLength) return { problem: tooLong(maxStoredLength) };
  if (written.trim() === "=") return { problem: "Value is required" };
  const { formula, lost: errors } = extractKeyedReferences(written);
  const sign = signProblem(formula);
  if (sign !== undefined) return { problem: sign };
  const findings: Findings = { notComputed: new Set(), references: [], named: [], readsAnywhere: false };
  try {
    const tokens = lexFormula(formula);
    refuseTokens(tokens);
    const root = convert(parseTree(tokens), false, findings, 0);
    if (
      findings.notComputed.size === 0 &&
      findings.references.reduce((sum, reference) => sum + cellsOf(reference), 0) > maxCells
    )
      findings.notComputed.add(`more than ${maxCells.toLocaleString("en")} cells`);
    const notComputed = [...findings.notComputed];
    const { references, named, readsAnywhere } = findings;
    const lost = columnsWithoutLetters(written);
    if (errors.length > 0) {
      const none = { notComputed: [], references: [], named: [], readsAnywhere: false };
      return { formula: "=#REF!", root: missingColumnNode, ...none, lost };
    }
    const isComputed = notComputed.length === 0;
    return { formula, root: isComputed ? root : null, notComputed, references, named, readsAnywhere, lost };
  } catch (error) {
    if (error instanceof FormulaSyntaxError) return { problem: error.message };
    throw error;
  }
};

/** Maximum number of cached formulas: more than a design has columns. */
const maxCached = 256;
const cache = new Map<string, ParsedFormula | { problem: string }>();

/**
 * Parses a column's formula (R-33), or returns its fault in the dialog's words (S-2.5). Bounds the length and the cells
 * it may read. Caches recent results: a save parses its whole design several times, at up to 2 ms per formula.
 */
export const parseFormula = (written: string): ParsedFormula | { problem: string } => {
  const known = cache.get(written);
  const parsed = known ?? parseUncached(written);
  // Evicts the least recently used, so the current design stays.
  cache.delete(written);
  cache.set(written, parsed);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return parsed;
};

export const isProblem = (parsed: ParsedFormula | { problem: string }): parsed is { problem: string } =>
  "problem" in parsed;
