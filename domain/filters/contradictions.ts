import { compareDecimals } from "../text/decimal.ts";
import type { FilterMoment } from "./compile/compiled.ts";
import { partTest, searchedPartTest } from "./compile/part-predicates.ts";
import { comparisonTests } from "./compile/value-predicates.ts";
import { parseDayNumber } from "./days.ts";
import { isErased } from "./personal.ts";
import { createDateReplacer } from "./siever-criteria.ts";
import { allowsLineBreaks, type Siever, SieverCode } from "./sievers.ts";
import { toValueKey } from "./validate.ts";
import { type Comparison, parseValue, type SieverValue } from "./values.ts";

/** Rule that combines a field's values: one suffices, all must hold, or one plain value and all others must. */
export type Combination = "any" | "all" | "any-and-all";

/** Returns null for fewer than two readable values. */
export const findCombination = (siever: Siever, values: readonly string[]): Combination | null => {
  const kinds = values.flatMap((text) => {
    const parsed = parseValue(text, siever);
    return "problem" in parsed ? [] : [parsed.value.kind];
  });
  const plain = kinds.filter((kind) => kind === "is").length;
  if (kinds.length < 2) return null;
  if (plain === kinds.length) return "any";
  return plain > 1 ? "any-and-all" : "all";
};

/** A value as typed, and parsed with `date(…)` replaced. */
type ParsedText = { text: string; value: SieverValue };
type ComparedText = { text: string; value: { kind: Comparison; operand: string } };
type PlainText = { text: string; value: Extract<SieverValue, { kind: "is" | "not" }> };

const parseAll = (siever: Siever, values: readonly string[], moment: FilterMoment): ParsedText[] => {
  const replace = createDateReplacer(moment);
  return values.flatMap((text) => {
    const parsed = parseValue(text, siever);
    if ("problem" in parsed || isErased(text)) return [];
    const { value } = parsed;
    return [{ text, value: "operand" in value ? { ...value, operand: replace(value.operand) } : value }];
  });
};

const isComparison = (parsed: ParsedText): parsed is ComparedText => /[<>]/u.test(parsed.value.kind);
const isPlain = (parsed: ParsedText): parsed is PlainText => parsed.value.kind === "is";

const byDay = (one: string, other: string): number =>
  (parseDayNumber(one) ?? Number.NaN) - (parseDayNumber(other) ?? Number.NaN);
const comparatorOf = ({ kind }: Siever) => (kind === "day" ? byDay : compareDecimals);

/** Finds a lower and an upper bound with nothing between them. */
const findEmptyRange = (
  siever: Siever,
  compared: readonly ComparedText[],
): [ComparedText, ComparedText] | undefined => {
  const compare = comparatorOf(siever);
  const tightest = (sign: ">" | "<") =>
    compared
      .filter(({ value }) => value.kind.startsWith(sign))
      .toSorted(
        (one, other) =>
          (sign === ">" ? -1 : 1) * compare(one.value.operand, other.value.operand) ||
          one.value.kind.length - other.value.kind.length,
      )[0];
  const [lower, upper] = [tightest(">"), tightest("<")];
  if (lower === undefined || upper === undefined) return undefined;
  const distance = compare(upper.value.operand, lower.value.operand);
  const isTouching = lower.value.kind === ">=" && upper.value.kind === "<=";
  return distance < 0 || (distance === 0 && !isTouching) ? [lower, upper] : undefined;
};

/** True if `other` excludes `plain`. False if unsure, as for parts of attributes. */
const isExcludedBy = (siever: Siever, plain: PlainText, { value: other }: ParsedText): boolean => {
  if (other.kind === "absent") return true;
  if (other.kind === "not") {
    if (other.part === undefined)
      return toValueKey({ ...other, kind: "is" }, siever) === toValueKey(plain.value, siever);
    const hasPart = siever.code === SieverCode.OrderTags ? searchedPartTest : partTest;
    return !allowsLineBreaks(siever) && hasPart([{ part: other.part, text: other.operand }])(plain.value.operand);
  }
  // One of several refund days may be the day and another lie within the bounds. A line has one price.
  if (siever.kind !== "number" || !("operand" in other) || other.kind === "is") return false;
  return !comparisonTests[other.kind](compareDecimals(plain.value.operand, other.operand));
};

/**
 * Values of one field that can never hold together: two of them, or all plain ones with the values that exclude
 * them. Null if something may match.
 */
export const findContradiction = (
  siever: Siever,
  values: readonly string[],
  moment: FilterMoment,
): readonly string[] | null => {
  if (values.length < 2) return null;
  const parsed = parseAll(siever, values, moment);
  const absent = parsed.find(({ value }) => value.kind === "absent");
  const asksForOne = absent && parsed.find(({ value }) => value.kind !== "absent" && value.kind !== "not");
  if (absent && asksForOne) return [absent.text, asksForOne.text];
  const bounds = findEmptyRange(siever, parsed.filter(isComparison));
  if (bounds) return bounds.map(({ text }) => text);
  const plain = parsed.filter(isPlain);
  const excluding = plain.map((one) =>
    // A value with a part may match many texts.
    one.value.part === undefined ? parsed.find((other) => isExcludedBy(siever, one, other)) : undefined,
  );
  if (plain.length === 0 || excluding.includes(undefined)) return null;
  return [...new Set([...plain, ...excluding.flatMap((one) => one ?? [])].map(({ text }) => text))];
};
