/** Every cached answer about the list of filters begins so; by itself it is that list. */
export const filtersKey = ["filters"];
/** One filter with its ETag. */
export const filterKey = (id: string) => ["filter", id];
/** The number of orders that a filter finds under the conditions that are saved. */
export const filterCountKey = (id: string, saved: unknown) => ["filter-count", id, saved];
/** What the shop's own data suggest for one siever. */
export const suggestionsKey = (code: number) => ["filter-suggestions", code];
/** Names of the shop's places of stock. */
export const locationsKey = ["locations"];
/** What a check has found out so far of how many orders the choices leave. */
export const orderCheckKey = (choices: unknown) => ["order-check", choices];
