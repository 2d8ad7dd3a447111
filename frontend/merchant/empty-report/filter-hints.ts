import { isAnyStatus } from "#domain/filters/compile/conditions.ts";
import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { joinWords } from "#domain/filters/description/phrases.ts";
import { type FilterFields, toSieverField } from "#domain/filters/fields.ts";
import { formatSieverLabel, sievers } from "#domain/filters/sievers.ts";

const maxNamed = 3;

/** Names some fields and counts the rest. */
const named = (labels: readonly string[]): string => {
  const more = labels.length - maxNamed;
  return more < 2 ? joinWords(labels, "and") : joinWords([...labels.slice(0, maxNamed), `${more} more fields`], "and");
};

/** `The filter “Paid” keeps only orders that are paid.` for a status other than 'any' (S-1.5). */
const statusHint = ({ title, financial_status, fulfillment_status, order_status }: FilterFields): string[] => {
  const statuses = { financial_status, fulfillment_status, order_status };
  const sentence = describeFilter({ ...statuses, sievers: {} });
  return isAnyStatus(statuses) ? [] : [sentence.replace(/^Orders/, `The filter “${title}” keeps only orders`)];
};

/**
 * Reasons why a filter may leave a report empty. `selects`: orders were chosen one by one, so only the filter's line
 * conditions apply.
 */
export const filterHints = (fields: FilterFields, selects: boolean): string[] => {
  const asked = sievers.filter(
    ({ code, level }) => fields[toSieverField(code)].length > 0 && (!selects || level === "line"),
  );
  const hints = selects ? [] : statusHint(fields);
  if (asked.length === 0) return hints;
  const subject = hints.length > 0 ? "It also" : `The filter “${fields.title}”`;
  return [
    ...hints,
    `${subject} has conditions on ${named(asked.map(formatSieverLabel))}. Together they may match no orders.`,
  ];
};
