import { getValueGroup, maxNamed, type OmittedCounts, type ValueGroup } from "./description/phrases.ts";
import type { FilterConditions, FilterStatuses } from "./filter.ts";
import { createSieverValues } from "./siever-values.ts";
import type { Siever, SieverCode } from "./sievers.ts";
import { parseValue } from "./values.ts";

/** A siever's values that a sentence names, plaintext or tokenized, and the number of further ones per group. */
export type OutlinedValues = { values: string[]; more: OmittedCounts };

/** A filter of limited size (ADR 54). `describeFilter` gives the same sentence as for the whole filter. */
export type FilterOutline = {
  conditions: FilterConditions;
  more: { readonly [Code in SieverCode]?: OmittedCounts };
};

const maxOutlinedValues = maxNamed + 1;

/** First values of each group, in order, without unreadable ones. */
export const outlineValues = (siever: Siever, values: readonly string[]): OutlinedValues => {
  const counts = new Map<ValueGroup, number>();
  const first = values.filter((text) => {
    const parsed = parseValue(text, siever);
    if (!("value" in parsed)) return false;
    const group = getValueGroup(parsed.value);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= maxOutlinedValues;
  });
  const more = [...counts].flatMap(([group, count]) =>
    count > maxOutlinedValues ? [[group, count - maxOutlinedValues]] : [],
  );
  return { values: first, more: Object.fromEntries(more) };
};

export const createOutline = (
  { financial_status, fulfillment_status, order_status }: FilterStatuses,
  outlined: readonly (readonly [SieverCode, OutlinedValues])[],
): FilterOutline => ({
  conditions: {
    financial_status,
    fulfillment_status,
    order_status,
    sievers: createSieverValues(outlined.map(([code, { values }]) => [code, values])),
  },
  more: Object.fromEntries(outlined.map(([code, { more }]) => [code, more])),
});
