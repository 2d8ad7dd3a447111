import { compareDecimals } from "../../text/decimal.ts";
import type { Spend } from "../work-budget.ts";
import { numberOfText } from "./coerce.ts";
import { compareTexts, type PreparedText, prepareText } from "./text-order.ts";
import { isError, isNumber, type Value } from "./value.ts";
import { maxPatternLength, type Pattern, parsePattern } from "./wildcard.ts";

type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";
/**
 * A criterion of COUNTIF and SUMIF: `>5`, `<>open`, `M*`. `pattern`: for text short enough to be one. `compared`: for
 * any text.
 */
export type Criterion = {
  operator: Operator;
  wanted: Exclude<Value, null>;
  pattern: Pattern | null;
  compared: PreparedText | null;
};

const written = /^(<=|>=|<>|=|<|>)?([\s\S]*)$/;

const wantedOf = (text: string): Exclude<Value, null> => {
  const number = numberOfText(text);
  if (number !== undefined) return number;
  const word = text.toUpperCase();
  return word === "TRUE" || word === "FALSE" ? word === "TRUE" : text;
};

export const parseCriterion = (value: Value): Criterion => {
  if (value === null) return { operator: "=", wanted: { decimal: "0" }, pattern: null, compared: null };
  if (typeof value !== "string") return { operator: "=", wanted: value, pattern: null, compared: null };
  const [, operator = "=", rest = ""] = written.exec(value) ?? [];
  const wanted = wantedOf(rest);
  const isPattern = typeof wanted === "string" && wanted.length <= maxPatternLength;
  return {
    operator: operator as Operator,
    wanted,
    pattern: isPattern ? parsePattern(wanted) : null,
    compared: typeof wanted === "string" ? prepareText(wanted) : null,
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

const isEqual = (cell: Value, { wanted, pattern }: Criterion, spend: Spend): boolean => {
  if (isNumber(wanted)) {
    const number = typeof cell === "string" ? numberOfText(cell) : cell;
    return number !== undefined && isNumber(number) && compareDecimals(number.decimal, wanted.decimal) === 0;
  }
  if (isError(wanted)) return isError(cell) && cell.error === wanted.error;
  if (typeof wanted === "boolean") return cell === wanted;
  if (wanted === "") return cell === null || cell === "";
  return typeof cell === "string" && pattern !== null && pattern.matches(cell, spend);
};

/** True if a cell meets a criterion. Only values of one kind are ordered. */
export const meetsCriterion = (cell: Value, criterion: Criterion, spend: Spend): boolean => {
  const { operator, wanted, compared } = criterion;
  if (operator === "=") return isEqual(cell, criterion, spend);
  if (operator === "<>") return !isEqual(cell, criterion, spend);
  if (isNumber(wanted)) return isNumber(cell) && holds(operator, compareDecimals(cell.decimal, wanted.decimal));
  if (compared === null || typeof cell !== "string") return false;
  return holds(operator, compareTexts(prepareText(cell), compared, spend));
};
