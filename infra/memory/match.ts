import type { Json, JsonObject } from "../ports/json.ts";
import type { FieldFilter, Scalar } from "../ports/stores/read-store.ts";

const fieldValue = (document: JsonObject, field: string): Json => document[field] ?? null;

const isWithin = (value: Json, sign: 1 | -1, bound: Scalar): boolean =>
  bound !== null && typeof value === typeof bound && compareValues(value, bound) * sign > 0;

export const matchesFilters = (document: JsonObject, where: readonly FieldFilter[]): boolean =>
  where.every((filter) => {
    const value = fieldValue(document, filter.field);
    if (filter.equals !== undefined && value !== filter.equals) return false;
    if (filter.in !== undefined && !filter.in.some((wanted) => wanted === value)) return false;
    if (filter.above !== undefined && !isWithin(value, 1, filter.above)) return false;
    return filter.below === undefined || isWithin(value, -1, filter.below);
  });

/** Orders null first, then numbers and booleans, then text by code point. */
export const compareValues = (a: Json | undefined, b: Json | undefined): number => {
  const [left, right] = [rank(a), rank(b)];
  if (left !== right) return left - right;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a ?? 0) - Number(b ?? 0);
};

const rank = (value: Json | undefined): number => {
  if (value === null || value === undefined) return 0;
  return typeof value === "string" ? 2 : 1;
};
