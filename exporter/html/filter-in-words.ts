import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { describeFilter } from "#domain/filters/describe.ts";
import { type Siever, sievers } from "#domain/filters/sievers.ts";
import { createDateReplacer } from "#domain/filters/wishes.ts";

const anyStatus = { financial_status: 0, fulfillment_status: 0, order_status: 0 } as const;

/**
 * What the report's filter keeps, as a sentence; empty where nothing is filtered. Of chosen orders only the conditions on lines
 * count (decision 24). A `date(…)` shows the day that it stood for: a report does not change tomorrow.
 */
export const filterInWords = (
  { filter, selectedOrderIds }: Pick<FrozenInput, "filter" | "selectedOrderIds">,
  moment: { now: string; zone: string },
): string => {
  if (!filter) return "";
  const chosen = selectedOrderIds.length > 0;
  const dated = createDateReplacer(moment);
  const counts = ({ code, level }: Siever): boolean =>
    (filter.sievers[code] ?? []).length > 0 && (level === "line" || !chosen);
  const said = sievers.filter(counts);
  const { financial_status, fulfillment_status, order_status } = chosen ? anyStatus : filter;
  if (said.length + financial_status + fulfillment_status + order_status === 0) return "";
  return describeFilter({
    financial_status,
    fulfillment_status,
    order_status,
    sievers: Object.fromEntries(said.map(({ code }) => [code, (filter.sievers[code] ?? []).map(dated)])),
  });
};
