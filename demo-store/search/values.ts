import { DateTime } from "luxon";
import type { Comparator, Term } from "./parse.ts";

/** A range of numbers, half-open unless a function says otherwise. */
export type NumberRange = { from: number; to: number };

/** Numbers that satisfy a comparison with the value range [from, to). */
export const rangeOfComparison = (comparator: Comparator, { from, to }: NumberRange): NumberRange => {
  switch (comparator) {
    case "=":
      return { from, to };
    case "<":
      return { from: Number.NEGATIVE_INFINITY, to: from };
    case "<=":
      return { from: Number.NEGATIVE_INFINITY, to };
    case ">":
      return { from: to, to: Number.POSITIVE_INFINITY };
    case ">=":
      return { from, to: Number.POSITIVE_INFINITY };
  }
};

const PARTS: [RegExp, "year" | "month" | "day"][] = [
  [/^\d{4}$/, "year"],
  [/^\d{4}-\d{2}$/, "month"],
  [/^\d{4}-\d{2}-\d{2}$/, "day"],
];

/**
 * The time range of a date value: a year, month or day, the second of an instant, or `now`. Null if it isn't a date.
 * Dates without a zone are read in the shop's. The platform's reading is unclear, so send instants with `Z`.
 */
export const parseDateRange = (term: Term, zone: string, now: number): NumberRange | null => {
  const { value, quoted } = term;
  if (value === "now") return { from: now, to: now + 1 };
  for (const [shape, unit] of PARTS) {
    if (!shape.test(value)) continue;
    const start = DateTime.fromISO(value, { zone });
    return start.isValid ? { from: start.toMillis(), to: start.plus({ [unit]: 1 }).toMillis() } : null;
  }
  // An instant contains colons, which the platform accepts only in quotes.
  if (!quoted || !/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return null;
  const instant = DateTime.fromISO(value.replace(" ", "T"), { zone });
  if (!instant.isValid) return null;
  const from = instant.toMillis();
  return { from, to: value.includes(".") ? from + 1 : from + 1000 };
};

/** A number, or a closed range `5..20`. Null if neither. */
export const parseNumberRange = (value: string): NumberRange | null => {
  const range = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(value);
  const [low, high] = range ? [Number(range[1]), Number(range[2])] : [Number(value), Number(value)];
  if (value.trim() === "" || Number.isNaN(low) || Number.isNaN(high)) return null;
  return { from: low, to: high };
};

const GRAMS: Record<string, number> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };

/** Parses a weight (`10.5kg`) to grams. */
export const parseGramsRange = (value: string): NumberRange | null => {
  const match = /^(\d*\.?\d+)\s*(g|kg|lb|oz)$/.exec(value);
  if (!match) return null;
  const grams = Number(match[1]) * (GRAMS[match[2] ?? "g"] ?? 1);
  return { from: grams, to: grams };
};

/** True if a number satisfies a comparison with a closed range. */
export const isInRange = (comparator: Comparator, { from, to }: NumberRange, number: number): boolean => {
  switch (comparator) {
    case "=":
      return number >= from && number <= to;
    case "<":
      return number < from;
    case "<=":
      return number <= to;
    case ">":
      return number > to;
    case ">=":
      return number >= from;
  }
};
