import { compareDecimals } from "../text/decimal.ts";
import { compareTexts, numberOfText } from "./coerce.ts";
import { isError, isNumber, type Value } from "./value.ts";
import { longestPattern, matchesPattern } from "./wildcard.ts";

type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";
/** What COUNTIF and SUMIF ask of a cell: `>5`, `<>open`, `M*`. */
export type Criterion = { operator: Operator; wanted: Exclude<Value, null> };

const written = /^(<=|>=|<>|=|<|>)?([\s\S]*)$/;

const wantedOf = (text: string): Exclude<Value, null> => {
  const number = numberOfText(text);
  if (number !== undefined) return number;
  const word = text.toUpperCase();
  return word === "TRUE" || word === "FALSE" ? word === "TRUE" : text;
};

export const parseCriterion = (value: Value): Criterion => {
  if (value === null) return { operator: "=", wanted: { decimal: "0" } };
  if (typeof value !== "string") return { operator: "=", wanted: value };
  const [, operator = "=", rest = ""] = written.exec(value) ?? [];
  return { operator: operator as Operator, wanted: wantedOf(rest) };
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

const isEqual = (cell: Value, wanted: Criterion["wanted"]): boolean => {
  if (isNumber(wanted)) {
    const number = typeof cell === "string" ? numberOfText(cell) : cell;
    return number !== undefined && isNumber(number) && compareDecimals(number.decimal, wanted.decimal) === 0;
  }
  if (isError(wanted)) return isError(cell) && cell.error === wanted.error;
  if (typeof wanted === "boolean") return cell === wanted;
  if (wanted === "") return cell === null || cell === "";
  return typeof cell === "string" && wanted.length <= longestPattern && matchesPattern(wanted, cell);
};

/** Whether a cell meets a criterion; an order holds only between what is of one kind. */
export const meets = (cell: Value, { operator, wanted }: Criterion): boolean => {
  if (operator === "=") return isEqual(cell, wanted);
  if (operator === "<>") return !isEqual(cell, wanted);
  if (isNumber(wanted)) return isNumber(cell) && holds(operator, compareDecimals(cell.decimal, wanted.decimal));
  return typeof wanted === "string" && typeof cell === "string" && holds(operator, compareTexts(cell, wanted));
};
