import { DateTime } from "luxon";
import type { RangeChoice } from "#domain/dates/resolve-date-range.ts";
import { DateRange } from "#domain/enumerations.ts";
import { dateBasisWords } from "#domain/orders/date-basis-words.ts";
import { lowerFirst, upperFirst } from "#domain/text/first-letter.ts";

const customLabel = "Custom range";

/** Labels in the dropdown's order: short ranges first, then everything, then custom. */
export const dateRangeLabels: ReadonlyArray<{ range: DateRange; label: string }> = [
  { range: DateRange.today, label: "Today" },
  { range: DateRange.yesterday, label: "Yesterday" },
  { range: DateRange.thisWeek, label: "This week" },
  { range: DateRange.sevenDays, label: "Last 7 days" },
  { range: DateRange.lastWeek, label: "Last week" },
  { range: DateRange.thisMonth, label: "This month" },
  { range: DateRange.thirtyDays, label: "Last 30 days" },
  { range: DateRange.lastMonth, label: "Last month" },
  { range: DateRange.ninetyDays, label: "Last 90 days" },
  { range: DateRange.thisQuarter, label: "This quarter" },
  { range: DateRange.lastQuarter, label: "Last quarter" },
  { range: DateRange.thisYear, label: "This year" },
  { range: DateRange.lastYear, label: "Last year" },
  { range: DateRange.lastDays, label: "Last … days" },
  { range: DateRange.sinceDay, label: "Since a day" },
  { range: DateRange.noFilter, label: "All orders, no date filter" },
  { range: DateRange.custom, label: customLabel },
];

const describeThisYear = ({ range, from, days }: RangeChoice): string | undefined => {
  if (range === DateRange.lastDays && days !== undefined)
    return days === 1 ? "Last day" : `Last ${days.toLocaleString("en")} days`;
  if (range === DateRange.sinceDay && from !== null)
    return `Since ${DateTime.fromISO(from, { zone: "utc" }).setLocale("en-GB").toFormat("d LLL yyyy")}`;
  return dateRangeLabels.find((one) => one.range === range)?.label;
};

/**
 * Describes a range: `Last 30 days`, `Since 1 Oct 2026`, `This month, a year earlier`, `Paid last month`. Undefined for
 * an unknown range.
 */
export const describeRange = (choice: RangeChoice): string | undefined => {
  const label = describeThisYear(choice);
  if (label === undefined) return undefined;
  return withBasis(choice.yearBefore ? `${label}, a year earlier` : label, choice);
};

/** Says which day counts, for days or a range in words: `Paid last month`, `Paid 1 – 31 Oct 2026`. */
export const withBasis = (days: string, { range, basis }: Pick<RangeChoice, "range" | "basis">): string => {
  if (!basis || range === DateRange.noFilter) return days;
  const verb = upperFirst(dateBasisWords[basis]);
  return range === DateRange.custom && days === customLabel
    ? `${verb} in a custom range`
    : `${verb} ${lowerFirst(days)}`;
};
