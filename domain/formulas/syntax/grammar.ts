import { toCanonicalDecimal, toDecimal } from "../../text/decimal.ts";
import { quoteText } from "../../text/quote-text.ts";
import { stripFunctionPrefix } from "../functions/strip-function-prefix.ts";
import { roundToExcelDigits } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import type { BinaryOperator } from "./node.ts";
import type { Token } from "./tokens.ts";

/** A formula whose references, functions and arguments are not checked yet. */
export type SyntaxTree =
  | { type: "value"; value: Exclude<Value, null> }
  | { type: "error"; code: string }
  /** `kind`: type of its token. */
  | { type: "reference"; text: string; kind: string }
  /** A list in braces. */
  | { type: "list" }
  | { type: "unary"; operator: "+" | "-" | "%"; of: SyntaxTree }
  | { type: "binary"; operator: BinaryOperator; left: SyntaxTree; right: SyntaxTree }
  /** A range, an intersection or a union of two references. */
  | { type: "references"; left: SyntaxTree; right: SyntaxTree }
  /** `name`: in capitals, without prefix. null: an omitted argument. */
  | { type: "call"; name: string; arguments: readonly (SyntaxTree | null)[] };

/** Excel can't read the formula or a report can't hold it. The message is for the merchant. */
export class FormulaSyntaxError extends Error {}

export const cannotRead = (what: string): string => `Excel cannot read ${quoteText(what)} in this formula. Correct it.`;
const notAFormula = "Excel cannot read this formula. Look for a missing bracket, operator or argument.";
const strayComma =
  "A comma separates the arguments of a function. Elsewhere put an operator, such as + or &, and write numbers as in 1000.5.";

/** Deepest nesting of brackets and signs. No permitted length needs more. */
const maxNesting = 1_000;
export const tooDeep = "This formula is nested too deeply. Use a second column for a part of it.";

const errorCodes: ReadonlySet<string> = new Set(
  "#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE! #GETTING_DATA".split(" "),
);
const referenceTypes: ReadonlySet<string> = new Set(["range", "range_beam", "range_named", "structured"]);
/** Functions that may return a reference. */
export const referenceFunctions: ReadonlySet<string> = new Set(
  "CHOOSE IF IFS INDEX INDIRECT OFFSET SWITCH XLOOKUP".split(" "),
);

const signPrecedence = 6;
const referencePrecedence = 7;
const precedence: Readonly<Record<string, number>> = {
  "=": 1,
  "<>": 1,
  "<": 1,
  ">": 1,
  "<=": 1,
  ">=": 1,
  "&": 2,
  "+": 3,
  "-": 3,
  "*": 4,
  "/": 4,
  "^": 5,
  "%": signPrecedence,
};

/** True if an operand may be a reference to cells. */
export const canBeReference = (tree: SyntaxTree): boolean =>
  tree.type === "reference" ||
  tree.type === "references" ||
  (tree.type === "error" && tree.code === "#REF!") ||
  (tree.type === "call" && referenceFunctions.has(tree.name));

const numberOf = (raw: string): SyntaxTree => {
  if (!Number.isFinite(Number(raw))) throw new FormulaSyntaxError(cannotRead(raw));
  const decimal = /^[\d.-]+$/.test(raw) ? toCanonicalDecimal(raw) : toDecimal(Number(raw));
  return { type: "value", value: { decimal: roundToExcelDigits(decimal) } };
};

const constantOf = ({ type, value }: Token): SyntaxTree | null => {
  switch (type) {
    case "number":
      return numberOf(value);
    case "string":
      return { type: "value", value: value.slice(1, -1).replaceAll('""', '"') };
    case "bool":
      return { type: "value", value: value.toUpperCase() === "TRUE" };
    case "error": {
      const code = value.toUpperCase();
      if (!errorCodes.has(code)) throw new FormulaSyntaxError(cannotRead(value));
      return { type: "error", code };
    }
    default:
      return null;
  }
};

const isBlank = (token: Token | undefined): boolean => token?.type === "whitespace";

/**
 * Parses the grammar of [MS-XLSX] 2.2.2. parse.ts checks references, function names and arguments. Accepts a space
 * before a function's bracket, as Excel does, though its files don't (shift.ts).
 * @throws {FormulaSyntaxError}
 */
export const parseTree = (tokens: readonly Token[]): SyntaxTree => {
  let cursor = tokens[0]?.type === "fx_prefix" ? 1 : 0;
  let depth = 0;

  const currentOperator = (): string => {
    const token = tokens[cursor];
    return token?.type === "operator" ? token.value : "";
  };
  const skipBlanks = (): void => {
    while (isBlank(tokens[cursor])) cursor += 1;
  };
  const take = (wanted: string): void => {
    if (currentOperator() !== wanted) throw new FormulaSyntaxError(notAFormula);
    cursor += 1;
  };
  const list = (): SyntaxTree => {
    take("{");
    const widths = [0];
    for (let ends = false; !ends; cursor += 1) {
      skipBlanks();
      const token = tokens[cursor];
      if (token === undefined || constantOf(token) === null) throw new FormulaSyntaxError(notAFormula);
      cursor += 1;
      widths.push((widths.pop() ?? 0) + 1);
      skipBlanks();
      if (currentOperator() === ";") widths.push(0);
      else if (currentOperator() === "}") ends = true;
      else if (currentOperator() !== ",") throw new FormulaSyntaxError(notAFormula);
    }
    if (new Set(widths).size > 1) throw new FormulaSyntaxError(notAFormula);
    return { type: "list" };
  };

  const call = (name: string): SyntaxTree => {
    skipBlanks();
    take("(");
    const args: (SyntaxTree | null)[] = [];
    skipBlanks();
    if (currentOperator() === ")") {
      cursor += 1;
      return { type: "call", name, arguments: args };
    }
    for (let ends = false; !ends; cursor += 1) {
      skipBlanks();
      args.push(currentOperator() === "," || currentOperator() === ")" ? null : expression(0, false));
      if (currentOperator() === ")") ends = true;
      else if (currentOperator() !== ",") throw new FormulaSyntaxError(notAFormula);
    }
    return { type: "call", name, arguments: args };
  };

  const operand = (mayUnite: boolean): SyntaxTree => {
    skipBlanks();
    const token = tokens[cursor];
    if (token === undefined) throw new FormulaSyntaxError(notAFormula);
    const operator = currentOperator();
    if (operator === "{") return list();
    cursor += 1;
    if (operator === "+" || operator === "-")
      return { type: "unary", operator, of: expression(signPrecedence, mayUnite) };
    if (operator === "(") {
      const within = expression(0, true);
      take(")");
      return within;
    }
    if (token.type === "func") return call(stripFunctionPrefix(token.value));
    if (referenceTypes.has(token.type)) return { type: "reference", text: token.value, kind: token.type };
    const constant = constantOf(token);
    if (constant === null) throw new FormulaSyntaxError(notAFormula);
    return constant;
  };

  /**
   * Parses an operand and operators that bind more tightly than `power`. `mayUnite`: outside of arguments, where a
   * comma unites references.
   */
  const expression = (power: number, mayUnite: boolean): SyntaxTree => {
    depth += 1;
    if (depth > maxNesting) throw new FormulaSyntaxError(tooDeep);
    let left = operand(mayUnite);
    for (;;) {
      skipBlanks();
      const operator = currentOperator();
      const unites = operator === ":" || (operator === "," && mayUnite);
      const intersects = isBlank(tokens[cursor - 1]) && cursor < tokens.length && (operator === "" || operator === "(");
      const binds = unites || intersects ? referencePrecedence : (precedence[operator] ?? 0);
      if (binds <= power) break;
      if (!intersects) cursor += 1;
      if (operator === "%") left = { type: "unary", operator, of: left };
      else {
        const right = expression(binds, mayUnite);
        if (binds < referencePrecedence) left = { type: "binary", operator: operator as BinaryOperator, left, right };
        else if (canBeReference(left) && canBeReference(right)) left = { type: "references", left, right };
        else throw new FormulaSyntaxError(notAFormula);
      }
    }
    depth -= 1;
    return left;
  };

  const tree = expression(0, false);
  if (cursor < tokens.length) throw new FormulaSyntaxError(currentOperator() === "," ? strayComma : notAFormula);
  return tree;
};
