import { isAnyStatus } from "#domain/filters/conditions.ts";
import { describeFilter } from "#domain/filters/describe.ts";
import { listed } from "#domain/filters/phrases.ts";
import { sieverByCode, sieverLabel } from "#domain/filters/sievers.ts";
import type { Filter } from "#domain/wire/filters.ts";

const mostNamed = 3;

/** The first few by name, and how many more. */
const named = (labels: readonly string[]): string => {
  const more = labels.length - mostNamed;
  return more < 2 ? listed(labels, "and") : listed([...labels.slice(0, mostNamed), `${more} more fields`], "and");
};

/** `The filter “Paid” keeps only orders that are paid.` when a status is not 'any' (part 1 section 5). */
const statusHint = ({ title, financial_status, fulfillment_status, order_status }: Filter): string[] => {
  const statuses = { financial_status, fulfillment_status, order_status };
  const sentence = describeFilter({ ...statuses, sievers: {} });
  return isAnyStatus(statuses) ? [] : [sentence.replace(/^Keeps/, `The filter “${title}” keeps only`)];
};

/**
 * Why a filter may leave a report empty. `selects`: the orders were chosen one by one, and of the filter only what is asked of lines
 * applies (decision 24).
 */
export const filterHints = (filter: Filter, selects: boolean): string[] => {
  const asked = filter.OrderSievers.flatMap(({ Field, Filter: values }) => {
    const siever = sieverByCode.get(Field);
    return siever === undefined || values.length === 0 || (selects && siever.level !== "line") ? [] : [siever];
  });
  const hints = selects ? [] : statusHint(filter);
  if (asked.length === 0) return hints;
  const subject = hints.length > 0 ? "It also" : `The filter “${filter.title}”`;
  return [...hints, `${subject} has conditions on ${named(asked.map(sieverLabel))}. They may leave nothing.`];
};
