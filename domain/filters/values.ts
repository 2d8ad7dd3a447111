import { fold, foldForSearch } from "../text/fold.ts";
import { isRealDay, parseDayNumber } from "./days.ts";
import { dateExpressionProblem, hasDateExpression, replaceDateExpressions } from "./description/date-expressions.ts";
import { type Siever, SieverCode } from "./sievers.ts";
import { parseWildcards, supportsWildcards, type ValuePart } from "./wildcards.ts";

export type Comparison = "<" | "<=" | ">" | ">=";

/** One value of a siever. `present` is `*`, `absent` is `!*`. */
export type SieverValue =
  /** `operand`: without stars and escapes; `date(…)` is not yet replaced. */
  | { kind: "is" | "not"; operand: string; part?: ValuePart }
  | { kind: Comparison; operand: string }
  | { kind: "present" | "absent" };

/** Sentences about a value begin in lower case: the caller puts field and value before them. */
export type ParsedValue = { value: SieverValue } | { problem: string };

const comparison = /^(<=|>=|<|>)\s*(.*)$/su;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Days in refusals. The editor understands more, and names others. */
export const dayExamples = "2026-11-30 or date(YYYY-MM-DD; -7)";

/** Days with the shortest and the longest text of every token. */
const sampleDays = [
  { year: "2001", month: "1", monthName: "Jan", day: "1" },
  { year: "2222", month: "12", monthName: "Dec", day: "22" },
];

const operandProblem = (operand: string, siever: Siever): string | undefined => {
  const wrongDate = dateExpressionProblem(operand);
  if (wrongDate !== undefined) return `couldn't be read: ${wrongDate}`;
  const texts = hasDateExpression(operand)
    ? sampleDays.map((sample) => replaceDateExpressions(operand, () => sample))
    : [operand];
  if (siever.kind === "number" && !texts.every((text) => decimal.test(text)))
    return "isn't a number. Use digits and a decimal point, for example 5, >= 2.5 or !0.";
  if (siever.kind === "day") {
    const days = texts.map(parseDayNumber);
    if (days.includes(undefined)) return `couldn't be read as a date. Try ${dayExamples}.`;
    if (!hasDateExpression(operand) && !days.every((day) => day !== undefined && isRealDay(day)))
      return "isn't a real date. Choose another day.";
  }
  if (siever.allowedValues && parseAllowedValue(operand, siever) === undefined) {
    const words = siever.allowedValues.map((word) => word.replaceAll("_", " "));
    const what = siever.code === SieverCode.LineFulfillmentStatus ? "a fulfillment status" : "a value of this field";
    return `isn't ${what}. Use ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`;
  }
  return undefined;
};

/** Returns `not_eligible` for `Not eligible`; undefined if not in the list. */
export const parseAllowedValue = (text: string, { allowedValues }: Siever): string | undefined => {
  const word = fold(text).replace(/\s+/gu, "_");
  return allowedValues?.find((known) => known === word);
};

/** Normalizes texts so that equal forms mean the same (ADR 19). */
export const createNormalizer = (siever: Siever): ((text: string) => string) => {
  // 'not eligible' equals 'not_eligible'.
  if (siever.allowedValues) return (text) => parseAllowedValue(text, siever) ?? fold(text);
  return siever.code === SieverCode.OrderTags ? foldForSearch : fold;
};

const parseOperand = (text: string, siever: Siever): ReturnType<typeof parseWildcards> =>
  supportsWildcards(siever) ? parseWildcards(text) : { text };

/**
 * Parses a value. Ignores whitespace around it and after an operator. Only numbers and days have comparisons:
 * `<3` may be a tag.
 */
export const parseValue = (text: string, siever: Siever): ParsedValue => {
  const typed = text.trim();
  const compares = siever.kind === "number" || siever.kind === "day";
  if (typed === "") return { problem: "is empty. Type something or remove it." };
  if (typed === "*") return { value: { kind: "present" } };
  const negative = typed.startsWith("!");
  const rest = negative ? typed.slice(1).trim() : typed;
  if (rest === "") return { problem: "has nothing after the “!”. Add a value, for example !test, or !* for empty." };
  if (negative && rest === "*") return { value: { kind: "absent" } };
  const compared = compares ? comparison.exec(rest) : null;
  if (compared !== null && negative)
    return { problem: "negates a comparison. Use the opposite one instead: < is the opposite of >=, > of <=." };
  const [, sign, right = ""] = compared ?? [];
  if (sign !== undefined && right === "")
    return {
      problem: `has nothing to compare with. Add a value, for example ${sign} ${siever.kind === "day" ? "2026-11-30" : "5"}.`,
    };
  const { text: operand, part } = parseOperand(sign === undefined ? rest : right, siever);
  if (operand === "")
    return { problem: "has only stars. Add some text, or use * alone for any value or \\* for a star." };
  const problem = operandProblem(operand, siever);
  if (problem !== undefined) return { problem };
  if (sign !== undefined) return { value: { kind: sign as Comparison, operand } };
  return { value: { kind: negative ? "not" : "is", operand, ...(part && { part }) } };
};
