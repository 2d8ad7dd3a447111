/** Prefix of all cached responses about the filter list; by itself the key of that list. */
export const filtersKey = ["filters"];
/** One filter with its ETag. */
export const filterKey = (id: string) => ["filter", id];
/** A filter's order count under its saved conditions. */
export const filterCountKey = (id: string, saved: unknown) => ["filter-count", id, saved];
/** Suggestions from the shop's own data for one siever. */
export const suggestionsKey = (code: number) => ["filter-suggestions", code];
export const locationsKey = ["locations"];
/** A check's progress for these choices. */
export const orderCheckKey = (choices: unknown) => ["order-check", choices];
