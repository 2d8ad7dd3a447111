import type { FilterConditions, FilterStatuses } from "./filter.ts";
import { sieverValues } from "./siever-values.ts";
import type { Siever, SieverCode } from "./sievers.ts";
import { parseValue } from "./values.ts";
import { groupOf, mostNamed, type ValueGroup, type ValuesLeftOut } from "./words/phrases.ts";

/** So much of a siever's values as a sentence names, kept or spoken, and how many more there are of each group. */
export type OutlinedValues = { values: string[]; more: ValuesLeftOut };

/**
 * What a list has of a filter: enough for its sentence, however many values the filter has (ADR 54). `describeFilter` says the same of it
 * as of the whole filter.
 */
export type FilterOutline = {
  conditions: FilterConditions;
  more: { readonly [Code in SieverCode]?: ValuesLeftOut };
};

/** A sentence names so many of each group at most. */
const enough = mostNamed + 1;

/** The first values of each group, in their order; what cannot be read is in no sentence. */
export const outlineValues = (siever: Siever, values: readonly string[]): OutlinedValues => {
  const counts = new Map<ValueGroup, number>();
  const first = values.filter((text) => {
    const parsed = parseValue(text, siever);
    if (!("value" in parsed)) return false;
    const group = groupOf(parsed.value);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= enough;
  });
  const more = [...counts].flatMap(([group, count]) => (count > enough ? [[group, count - enough]] : []));
  return { values: first, more: Object.fromEntries(more) };
};

/** The outline of a filter of these statuses and sievers. */
export const outlineOf = (
  { financial_status, fulfillment_status, order_status }: FilterStatuses,
  outlined: readonly (readonly [SieverCode, OutlinedValues])[],
): FilterOutline => ({
  conditions: {
    financial_status,
    fulfillment_status,
    order_status,
    sievers: sieverValues(outlined.map(([code, { values }]) => [code, values])),
  },
  more: Object.fromEntries(outlined.map(([code, { more }]) => [code, more])),
});
