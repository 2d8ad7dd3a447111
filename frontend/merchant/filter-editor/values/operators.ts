import { comparisonLabels, partLabels, partsInOrder } from "#domain/filters/description/operator-labels.ts";
import { allowsLineBreaks, type Siever } from "#domain/filters/sievers.ts";
import { parseValue, type SieverValue } from "#domain/filters/values.ts";
import { escapeText, supportsWildcards, type ValuePart } from "#domain/filters/wildcards.ts";
import { toOneLine } from "#domain/text/to-one-line.ts";
import { formatTypedDay, parseTypedDay } from "./typed-days.ts";

/**
 * An operator in a field's menu: the sign before a value, and the part of a text that the value matches. `whole` takes
 * no value.
 */
export type Operator = { sign: string; label: string; part?: ValuePart; whole?: true };

const is: Operator = { sign: "", label: "is" };
const isNot: Operator = { sign: "!", label: "is not" };
const present: Operator = { sign: "*", label: "has any value", whole: true };
const absent: Operator = { sign: "!*", label: "is empty", whole: true };

const compared = (kind: "number" | "day"): Operator[] =>
  Object.entries(comparisonLabels[kind]).map(([sign, label]) => ({ sign, label }));

/** Operators of a field, which starts with the first one. */
type Operators = readonly [Operator, ...Operator[]];

const listed: Operators = [is, isNot, present, absent];
const words: Operators = [
  is,
  isNot,
  ...partsInOrder.map((part) => ({ sign: "", label: partLabels.is[part], part })),
  ...partsInOrder.map((part) => ({ sign: "!", label: partLabels.not[part], part })),
  present,
  absent,
];
const numbers: Operators = [is, isNot, ...compared("number"), present, absent];
const days: Operators = [
  { sign: "", label: "on" },
  { sign: "!", label: "not on" },
  ...compared("day"),
  present,
  absent,
];

/** Comparisons for numbers and days only, partial matches for free text. */
export const getOperators = ({ kind }: Siever): Operators =>
  ({ text: words, whitelist: listed, number: numbers, day: days })[kind];

const signOf = (value: SieverValue): string => {
  if (value.kind === "present") return present.sign;
  if (value.kind === "absent") return absent.sign;
  return { is: "", not: "!", "<": "<", "<=": "<=", ">": ">", ">=": ">=" }[value.kind];
};

const partIn = (value: SieverValue): ValuePart | undefined => ("part" in value ? value.part : undefined);

/** A value as its operator and the typed text after it. A whole operator's text is empty. */
type OperatorAndText = { operator: Operator; text: string };

/** Splits a value. Undefined if invalid, or if the field lacks the operator. */
export const splitValue = (value: string, siever: Siever): OperatorAndText | undefined => {
  const parsed = parseValue(value, siever);
  if ("problem" in parsed) return undefined;
  const parsedValue = parsed.value;
  const sign = signOf(parsedValue);
  const operator = getOperators(siever).find((one) => one.sign === sign && one.part === partIn(parsedValue));
  return operator && { operator, text: "operand" in parsedValue ? operandAsTyped(parsedValue.operand, siever) : "" };
};

/**
 * Splits a text during typing. Undefined without its own sign or stars. For an unfinished text, such as `>=`, the sign
 * decides.
 */
export const splitTypedValue = (typed: string, siever: Siever): OperatorAndText | undefined => {
  const text = typed.trim();
  const operators = getOperators(siever);
  const day = siever.kind === "day" ? parseTypedDay(text) : { text };
  const apart = splitValue("text" in day ? day.text : text, siever);
  if (apart !== undefined) return apart.operator === operators[0] ? undefined : apart;
  const compares = siever.kind === "number" || siever.kind === "day";
  const [, sign = "", rest = ""] = (compares ? /^(!|<=|>=|<|>)(.*)$/su : /^(!)(.*)$/su).exec(text) ?? [];
  const operator = sign === "" ? undefined : operators.find((one) => one.sign === sign && one.part === undefined);
  return operator && { operator, text: rest.trim() };
};

const operandAsTyped = (operand: string, siever: Siever): string => {
  if (siever.kind === "day") return formatTypedDay(operand);
  if (siever.allowedValues) return operand.replaceAll("_", " ");
  const text = supportsWildcards(siever) ? escapeText(operand) : operand;
  return allowsLineBreaks(siever) ? toOneLine(text) : text;
};

/** The value under another operator. Undefined if it has no text, or can't be written that way. */
export const withOperator = (value: string, operator: Operator, siever: Siever): string | undefined => {
  if (operator.whole) return operator.sign;
  const parsed = parseValue(value, siever);
  if ("problem" in parsed || !("operand" in parsed.value)) return undefined;
  const { operand } = parsed.value;
  const changed = operator.sign + (supportsWildcards(siever) ? escapeText(operand, operator.part) : operand);
  const parsedAgain = parseValue(changed, siever);
  const isMeant =
    "value" in parsedAgain &&
    "operand" in parsedAgain.value &&
    parsedAgain.value.operand === operand &&
    signOf(parsedAgain.value) === operator.sign &&
    partIn(parsedAgain.value) === operator.part;
  return isMeant ? changed : undefined;
};
