import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { FilterMoment } from "#domain/filters/compiled.ts";
import { keepsEverything, lineConditionsOf } from "#domain/filters/conditions.ts";
import { describeFilter } from "#domain/filters/describe.ts";
import { sievers } from "#domain/filters/sievers.ts";
import { createDateReplacer } from "#domain/filters/wishes.ts";

/**
 * What the report's filter keeps, as a sentence; empty where nothing is filtered. Of chosen orders only the conditions on lines
 * count. A `date(…)` shows the day that it stood for: a report does not change tomorrow.
 */
export const filterInWords = (
  { filter, selectedOrderIds }: Pick<FrozenInput, "filter" | "selectedOrderIds">,
  moment: FilterMoment,
): string => {
  if (!filter) return "";
  const conditions = selectedOrderIds.length > 0 ? lineConditionsOf(filter) : filter;
  if (keepsEverything(conditions)) return "";
  const dated = createDateReplacer(moment);
  const held = sievers.map(({ code }) => [code, (conditions.sievers[code] ?? []).map(dated)] as const);
  return describeFilter({ ...conditions, sievers: Object.fromEntries(held) });
};
