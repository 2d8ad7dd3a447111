import { compareDecimals } from "../../text/decimal.ts";
import type { Spend } from "../work-budget.ts";
import { parseNumberText } from "./coerce.ts";
import { compareTexts, type PreparedText, prepareText } from "./text-order.ts";
import { isError, isNumber, type Value } from "./value.ts";
import { maxPatternLength, type Pattern, parsePattern } from "./wildcard.ts";

type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";
/** A criterion of COUNTIF and SUMIF: `>5`, `<>open`, `M*`. */
export type Criterion = {
  operator: Operator;
  operand: Exclude<Value, null>;
  /** Set for text that is short enough to be a pattern. */
  pattern: Pattern | null;
  /** Set for any text. */
  compared: PreparedText | null;
};

const written = /^(<=|>=|<>|=|<|>)?([\s\S]*)$/;

const wantedOf = (text: string): Exclude<Value, null> => {
  const number = parseNumberText(text);
  if (number !== undefined) return number;
  const word = text.toUpperCase();
  return word === "TRUE" || word === "FALSE" ? word === "TRUE" : text;
};

export const parseCriterion = (value: Value): Criterion => {
  if (value === null) return { operator: "=", operand: { decimal: "0" }, pattern: null, compared: null };
  if (typeof value !== "string") return { operator: "=", operand: value, pattern: null, compared: null };
  const [, operator = "=", rest = ""] = written.exec(value) ?? [];
  const operand = wantedOf(rest);
  const isPattern = typeof operand === "string" && operand.length <= maxPatternLength;
  return {
    operator: operator as Operator,
    operand,
    pattern: isPattern ? parsePattern(operand) : null,
    compared: typeof operand === "string" ? prepareText(operand) : null,
  };
};

const holds = (operator: Operator, compared: number): boolean => {
  switch (operator) {
    case "=":
      return compared === 0;
    case "<>":
      return compared !== 0;
    case "<":
      return compared < 0;
    case "<=":
      return compared <= 0;
    case ">":
      return compared > 0;
    case ">=":
      return compared >= 0;
  }
};

const isEqual = (cell: Value, { operand, pattern }: Criterion, spend: Spend): boolean => {
  if (isNumber(operand)) {
    const number = typeof cell === "string" ? parseNumberText(cell) : cell;
    return number !== undefined && isNumber(number) && compareDecimals(number.decimal, operand.decimal) === 0;
  }
  if (isError(operand)) return isError(cell) && cell.error === operand.error;
  if (typeof operand === "boolean") return cell === operand;
  if (operand === "") return cell === null || cell === "";
  return typeof cell === "string" && pattern !== null && pattern.matches(cell, spend);
};

/** True if a cell meets a criterion. Only values of one kind are ordered. */
export const meetsCriterion = (cell: Value, criterion: Criterion, spend: Spend): boolean => {
  const { operator, operand, compared } = criterion;
  if (operator === "=") return isEqual(cell, criterion, spend);
  if (operator === "<>") return !isEqual(cell, criterion, spend);
  if (isNumber(operand)) return isNumber(cell) && holds(operator, compareDecimals(cell.decimal, operand.decimal));
  if (compared === null || typeof cell !== "string") return false;
  return holds(operator, compareTexts(prepareText(cell), compared, spend));
};
