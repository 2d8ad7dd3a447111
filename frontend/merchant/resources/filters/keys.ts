/** Prefix of all cached responses about the filter list; by itself the key of that list. */
export const filtersKey = ["filters"];
/** Returns the cache key of one filter with its ETag. */
export const filterKey = (id: string) => ["filter", id];
/** Returns the cache key of a filter's order count under its saved conditions. */
export const filterCountKey = (id: string, saved: unknown) => ["filter-count", id, saved];
/** Returns the cache key of suggestions from the shop's own data for one siever. */
export const suggestionsKey = (code: number) => ["filter-suggestions", code];
export const locationsKey = ["locations"];
/** Returns the cache key of a check's progress for these choices. */
export const orderCheckKey = (choices: unknown) => ["order-check", choices];
