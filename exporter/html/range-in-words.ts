import type { FrozenInput } from "#domain/export/frozen-input.ts";

/** Which orders a report is of: `Orders from 2026/10/01 to 2026/10/31`. Days are the shop's. */
export const rangeInWords = (
  { filters, selectedOrderIds }: Pick<FrozenInput, "filters" | "selectedOrderIds">,
  /** An instant in the shop's zone and format, its day before the first blank. */
  instant: (instant: string) => string,
): string => {
  const chosen = selectedOrderIds.length;
  if (chosen > 0) return chosen === 1 ? "1 chosen order" : `${chosen} chosen orders`;
  const dayOf = (moment: string): string => instant(moment).split(" ")[0] ?? "";
  // The upper bound is not within the range: its last moment is the one before.
  const last = dayOf(new Date(Date.parse(filters.to) - 1).toISOString());
  if (filters.from === null) return `All orders up to ${last}`;
  const first = dayOf(filters.from);
  return first === last ? `Orders on ${first}` : `Orders from ${first} to ${last}`;
};
