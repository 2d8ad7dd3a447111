import { type AstExpression, parse, tokenize } from "@borgar/fx";
import { canonicalDecimal, decimalOfNumber } from "../text/decimal.ts";
import { quoted } from "../text/quoted.ts";
import { arities } from "./functions/arities.ts";
import { functionByName, refused } from "./functions/function-table.ts";
import { asksPlace } from "./functions/places.ts";
import { plainName } from "./functions/plain-name.ts";
import { columnsWithoutLetters, longestKept, withoutNames } from "./names.ts";
import type { BinaryOperator, Node } from "./node.ts";
import { keptDecimal } from "./numbers.ts";
import { lastRow, parseReference, type Reference } from "./references.ts";
import { type ErrorCode, isError } from "./value.ts";

export type ParsedFormula = {
  /** As the merchant wrote it, with the `=`; `=#REF!` where it needs columns that have no letters, whatever it would make of the error. */
  formula: string;
  /** null: Excel computes it, we do not. */
  root: Node | null;
  /** What we do not compute in it, in words: `the function VLOOKUP`. */
  notComputed: readonly string[];
  /** All whose cells it reads, also within what we do not compute. */
  references: readonly Reference[];
  /** Those of which it only asks where they stand. */
  named: readonly Reference[];
  /** Columns that it names by keys, for each reference: those have no letters where it stands (names.ts). */
  lost: readonly (readonly string[])[];
};

/** Excel's. */
const longestWords = 255;
/** Levels of functions within functions. */
const deepest = 64;

/** Rows below the first one that a formula can look at: those of so many are held while a report is written. */
export const farthestRow = 100;
/** Cells that one formula can look at. */
const mostCells = 1_000;

/** Thrown within this file, with the sentence for the merchant. */
class Wrong extends Error {}

export const tooLong = (most: number): string => `The maximum length allowed is ${most}`;

const cannotRead = (what: string): string => `Excel cannot read ${quoted(what)} in this formula. Correct it.`;

const errorCodes: ReadonlySet<string> = new Set(["#DIV/0!", "#N/A", "#NAME?", "#NUM!", "#REF!", "#VALUE!"]);
const operators: ReadonlySet<string> = new Set(["+", "-", "*", "/", "^", "&", "=", "<", ">", "<=", ">=", "<>"]);

const cellsOf = ({ from, to }: Reference): number => (to.column - from.column + 1) * (Math.abs(to.row - from.row) + 1);

/** Why we do not look at what is referred to; undefined where we do. */
const beyond = ({ from, to }: Reference): string | undefined => {
  if (to.row === lastRow) return "whole columns";
  if (from.fixed !== to.fixed) return "ranges that grow from row to row";
  if (Math.max(from.row, to.row) > farthestRow) return `rows after ${farthestRow}`;
  return undefined;
};

const refuseTokens = (formula: string): void => {
  for (const token of tokenize(formula, { mergeRefs: true })) {
    const { type, value } = token;
    if (token.unterminated) throw new Wrong("A quotation mark or a bracket is open at the end. Close it.");
    if (type === "unknown") throw new Wrong(cannotRead(value));
    if (type === "operator" && value === ";")
      throw new Wrong("Put commas between the arguments of a function, not semicolons.");
    if (type === "operator" && (value === "#" || value === "@")) throw new Wrong(cannotRead(value));
    if (type === "string" && value.length - 2 > longestWords)
      throw new Wrong(`Excel takes at most ${longestWords} characters of text within a formula. Shorten it.`);
  }
};

type Found = { notComputed: Set<string>; references: Reference[]; named: Reference[] };

const readReference = (value: string, kind: string): Reference => {
  if (/[![\]']/.test(value))
    throw new Wrong(`${quoted(value)} is outside of this worksheet. Refer to columns of the report, such as A1.`);
  const reference = kind === "name" ? null : parseReference(value);
  if (reference === null)
    throw new Wrong(
      `There is no ${quoted(value)}. Refer to columns by their letters, such as A1; put text between quotation marks.`,
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

/** What is asked of its place alone may stand anywhere: no cell of it is held, and none can be its own result. */
const placeNode = (value: string, kind: string, found: Found): Node => {
  const reference = readReference(value, kind);
  found.named.push(reference);
  return nodeOf(reference);
};

const counted = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);

const checkCount = (name: string, given: number, least: number, most: number): void => {
  if (given >= least && given <= most) return;
  const asked = least === most ? counted(least) : `${least} to ${counted(most)}`;
  throw new Wrong(`${name} takes ${most === 255 ? `${counted(least)} at least` : asked}, not ${given}.`);
};

const callNode = (tree: Extract<AstExpression, { type: "CallExpression" }>, found: Found, depth: number): Node => {
  const name = tree.callee.type === "Identifier" ? plainName(tree.callee.name) : "LAMBDA";
  if (refused.has(name)) throw new Wrong(`A report cannot hold the function ${name}. Choose another one.`);
  if (depth >= deepest) throw new Wrong("This formula is nested too deeply. Use a second column for a part of it.");
  const known = functionByName.get(name);
  const given = tree.arguments.map((argument, at): Node => {
    if (argument === null || argument === undefined) return { type: "missing" };
    if (argument.type === "ReferenceIdentifier" && asksPlace(name))
      return placeNode(argument.value, argument.kind, found);
    const several = known === undefined || known.ranges === "all" || known.ranges?.includes(at) === true;
    return convert(argument, several, found, depth + 1);
  });
  const arity = known ? ([known.least, known.most] as const) : arities[name];
  if (arity) checkCount(name, given.length, ...arity);
  if (known === undefined) found.notComputed.add(`the function ${name}`);
  else if (known.computes?.(given) === false) {
    // Where cells are asked for, an error in their place is the answer.
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

const convert = (tree: AstExpression, severalTaken: boolean, found: Found, depth: number): Node => {
  switch (tree.type) {
    case "Literal":
      if (typeof tree.value !== "number") return { type: "value", value: tree.value };
      if (!Number.isFinite(tree.value)) throw new Wrong(cannotRead(tree.raw));
      return {
        type: "value",
        value: {
          decimal: keptDecimal(/^[\d.-]+$/.test(tree.raw) ? canonicalDecimal(tree.raw) : decimalOfNumber(tree.value)),
        },
      };
    case "ErrorLiteral":
      if (!errorCodes.has(tree.value)) return notComputed(`the error ${tree.value}`, found);
      return { type: "value", value: { error: tree.value as ErrorCode } };
    case "ReferenceIdentifier":
      return referenceNode(tree.value, tree.kind, severalTaken, found);
    case "UnaryExpression": {
      const [of] = tree.arguments;
      const { operator } = tree;
      if (of === undefined || operator === "#" || operator === "@") throw new Wrong(cannotRead(operator));
      return { type: "unary", operator, of: convert(of as AstExpression, false, found, depth) };
    }
    case "BinaryExpression": {
      const { operator } = tree;
      const computes = operators.has(operator);
      const [left, right] = tree.arguments.map((side) => convert(side as AstExpression, !computes, found, depth));
      if (left === undefined || right === undefined) throw new Wrong(cannotRead(operator));
      if (!computes) return notComputed("ranges that are put together", found);
      return { type: "binary", operator: operator as BinaryOperator, left, right };
    }
    case "CallExpression":
      return callNode(tree, found, depth);
    case "ArrayExpression":
      return notComputed("lists in braces", found);
    default:
      throw new Wrong("A report cannot hold the functions LET and LAMBDA. Use further columns for the parts.");
  }
};

const treeOf = (formula: string): AstExpression => {
  try {
    return parse(tokenize(formula, { mergeRefs: true, withLocation: false })) as AstExpression;
  } catch {
    throw new Wrong("Excel cannot read this formula. Look for a missing bracket, operator or argument.");
  }
};

/** What a formula comes to that needs a column it does not have: no function passes over that, or other figures would stand there without a word (ADR 52). */
const noColumn: Node = { type: "value", value: { error: "#REF!" } };

const read = (written: string): ParsedFormula | { problem: string } => {
  if (!written.startsWith("=")) return { problem: "Excel formulas must start with the '=' sign." };
  if (written.length > longestKept) return { problem: tooLong(longestKept) };
  if (written.trim() === "=") return { problem: "Value is required" };
  const { formula, lost: errors } = withoutNames(written);
  const found: Found = { notComputed: new Set(), references: [], named: [] };
  try {
    refuseTokens(formula);
    const root = convert(treeOf(formula), false, found, 0);
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
    if (error instanceof Wrong) return { problem: error.message };
    throw error;
  }
};

/** More than a design has columns. */
const mostRemembered = 256;
const remembered = new Map<string, ParsedFormula | { problem: string }>();

/**
 * Reads a formula of a column (R-33), or says what is wrong with it, in the words of the dialog (S-2.5). Bounded: by its length and
 * the cells that it may look at. The last ones are remembered, as a save of one formula reads all of its design, and more than once: each
 * of the longest takes 2 ms.
 */
export const parseFormula = (written: string): ParsedFormula | { problem: string } => {
  const known = remembered.get(written);
  const parsed = known ?? read(written);
  // Those of the design that is worked on stay, whatever else was read meanwhile.
  remembered.delete(written);
  remembered.set(written, parsed);
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return parsed;
};

export const isProblem = (parsed: ParsedFormula | { problem: string }): parsed is { problem: string } =>
  "problem" in parsed;
