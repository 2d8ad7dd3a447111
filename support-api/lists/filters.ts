import { badRequest } from "#application/http/api-error.ts";
import type { FieldFilter, Scalar } from "#infra/ports/stores/read-store.ts";

type MakeFilter = (value: unknown) => FieldFilter[];

/** The field equals the text. */
export const isText =
  (field: string): MakeFilter =>
  (value) => {
    if (typeof value !== "string" || value.length > 200)
      throw badRequest(`${field} must be a text of at most 200 characters.`);
    return [{ field, equals: value.trim() }];
  };

/** Accepts one of `words`; the field must hold one of that word's values. */
export const isOneOfWord =
  (field: string, words: Readonly<Record<string, readonly Scalar[]>>): MakeFilter =>
  (value) => {
    const values = typeof value === "string" && Object.hasOwn(words, value) ? words[value] : undefined;
    if (values === undefined) throw badRequest(`${field} must be one of ${Object.keys(words).join(", ")}.`);
    const [only] = values;
    return [values.length === 1 && only !== undefined ? { field, equals: only } : { field, in: values }];
  };

const firstInstant = Date.parse("0001-01-01T00:00:00.000Z");
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Epoch milliseconds. A date without a time is the start of that day in UTC.
 * @throws {ApiError} 400
 */
export const parseInstant = (value: unknown): number => {
  const instant = typeof value === "string" ? Date.parse(value) : Number.NaN;
  // Four-digit years, as instants are compared as text.
  if (!(instant >= firstInstant && instant <= lastInstant))
    throw badRequest("A time must be a day or an instant, such as 2026-11-20.");
  return instant;
};

/** The field is at or after an instant. A date means its start in UTC. `above` is exclusive, hence the -1. */
export const filterSince =
  (field: string): MakeFilter =>
  (value) => [{ field, above: new Date(parseInstant(value) - 1).toISOString() }];

/** The field is before an instant. A date means its start in UTC. */
export const filterBefore =
  (field: string): MakeFilter =>
  (value) => [{ field, below: new Date(parseInstant(value)).toISOString() }];

/** The field begins with the text, trimmed and lower-cased. */
export const filterBeginsWith =
  (field: string): MakeFilter =>
  (value) => {
    if (typeof value !== "string" || value.length > 200)
      throw badRequest(`${field} must be a text of at most 200 characters.`);
    return filterByPrefix(field, value.trim().toLowerCase());
  };

/**
 * Filters by a prefix that is already normalized like the field, e.g. lower-cased. An empty prefix matches everything.
 */
export const filterByPrefix = (field: string, text: string): FieldFilter[] => {
  const last = text.codePointAt(text.length - 1);
  if (last === undefined) return [];
  const head = text.slice(0, -1);
  // Exclusive bounds, just below and above all texts with the prefix.
  return [
    { field, above: `${head}${String.fromCodePoint(Math.max(0, last - 1))}\u{10ffff}`, below: `${text}\u{10ffff}` },
  ];
};
