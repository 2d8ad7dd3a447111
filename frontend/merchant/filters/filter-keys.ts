/** Keys of cached answers. The list of all filters of the shop, … */
export const filtersKey = ["filters"];
/** … one filter with its ETag, … */
export const filterKey = (id: string) => ["filter", id];
/** … and what could not be saved of it; that outlives the page, for example the time without a connection. */
export const unsavedFilterKey = (id: string) => ["filter-unsaved", id];
