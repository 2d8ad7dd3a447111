import type { Attribute } from "../../orders/order.ts";
import { compareDecimals, toCanonicalDecimal } from "../../text/decimal.ts";
import { createCachedFold, fold } from "../../text/fold.ts";
import { attributeKeys, hasAttribute, hasAttributeValue } from "../attributes.ts";
import { parseDayNumber } from "../days.ts";
import type { PartialMatch, SieverCriteria } from "../siever-criteria.ts";
import type { Comparison } from "../values.ts";
import { attributePartTest, type PartTest } from "./part-predicates.ts";

/** Tests texts by all kinds of values combined. */
export type TextTest = (texts: readonly (string | null | undefined)[]) => boolean;
export type NumberTest = (decimal: string | number | null | undefined) => boolean;
export type DayTest = (days: readonly number[]) => boolean;
export type AttributeTest = (attributes: readonly Attribute[]) => boolean;

/** `form`: normalizes a text for comparison. */
export const textTest = (
  { is, not, like, unlike, present, absent }: SieverCriteria,
  form: (text: string) => string,
  hasPart: (parts: readonly PartialMatch[]) => PartTest,
): TextTest => {
  const exactValues = new Set(is.map(form));
  const unwanted = new Set(not.map(form));
  const isLike = like.length === 0 ? undefined : hasPart(like);
  const isUnlike = unlike.length === 0 ? undefined : hasPart(unlike);
  return (texts) => {
    let filled = false;
    let found = exactValues.size === 0 && isLike === undefined;
    for (const text of texts) {
      if (text === null || text === undefined || text === "") continue;
      const own = form(text);
      if (own === "") continue;
      if (unwanted.has(own) || isUnlike?.(text)) return false;
      filled = true;
      found ||= exactValues.has(own) || (isLike?.(text) ?? false);
    }
    return found && (!present || filled) && (!absent || !filled);
  };
};

export const attributeTest = ({ is, not, like, unlike, present, absent }: SieverCriteria): AttributeTest => {
  const form = createCachedFold(fold);
  const wanted = new Set(is.flatMap(attributeKeys));
  const unwanted = new Set(not.flatMap(attributeKeys));
  const isLike = attributePartTest(like);
  const isUnlike = attributePartTest(unlike);
  return (attributes) =>
    ((wanted.size === 0 && like.length === 0) || hasAttribute(attributes, wanted, form) || isLike(attributes)) &&
    (unwanted.size === 0 || !hasAttribute(attributes, unwanted, form)) &&
    (unlike.length === 0 || !isUnlike(attributes)) &&
    (!present || hasAttributeValue(attributes)) &&
    (!absent || !hasAttributeValue(attributes));
};

/** `order`: the value's to the operand, below 0, 0 or above 0. */
export const comparisonTests: Readonly<Record<Comparison, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

const maxCached = 5_000;

/** Compares exactly. Caches results, because amounts repeat. @throws {NotADecimal} */
export const numberTest = ({ is, not, compare, present, absent }: SieverCriteria): NumberTest => {
  const accepted = new Set(is.map(toCanonicalDecimal));
  const unwanted = new Set(not.map(toCanonicalDecimal));
  const judge = (decimal: string): boolean => {
    const own = toCanonicalDecimal(decimal);
    return (
      !absent &&
      !unwanted.has(own) &&
      (accepted.size === 0 || accepted.has(own)) &&
      compare.every(({ sign, operand }) => comparisonTests[sign](compareDecimals(own, operand)))
    );
  };
  const known = new Map<string | number, boolean>();
  const ofNothing = !present && accepted.size === 0 && compare.length === 0;
  return (decimal) => {
    if (decimal === null || decimal === undefined || decimal === "") return ofNothing;
    let verdict = known.get(decimal);
    if (verdict === undefined) {
      verdict = judge(String(decimal));
      if (known.size < maxCached) known.set(decimal, verdict);
    }
    return verdict;
  };
};

/** @throws {Error} `date(…)` gave a text that is not a day */
const parseDay = (text: string): number => {
  const day = parseDayNumber(text);
  if (day === undefined) throw new Error(`“${text}” isn't a date. Correct it in the filter.`);
  return day;
};

/**
 * All comparisons must hold for the same day of several: `>= 2026-11-01` with `< 2026-12-01` means a refund within
 * November.
 */
export const dayTest = ({ is, not, compare, present, absent }: SieverCriteria): DayTest => {
  const wanted = new Set(is.map(parseDay));
  const unwanted = new Set(not.map(parseDay));
  const bounds = compare.map(({ sign, operand }) => ({ allowed: comparisonTests[sign], bound: parseDay(operand) }));
  return (days) => {
    let found = wanted.size === 0;
    let within = bounds.length === 0;
    for (const day of days) {
      if (unwanted.has(day)) return false;
      found ||= wanted.has(day);
      within ||= bounds.every(({ allowed, bound }) => allowed(day - bound));
    }
    return found && within && (!present || days.length > 0) && (!absent || days.length === 0);
  };
};
