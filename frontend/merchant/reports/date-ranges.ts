import { DateRange } from "#domain/enumerations.ts";

/** Labels in the order in which the dropdown shows them: short ranges first, then everything, then one's own. */
export const dateRangeLabels: ReadonlyArray<{ range: DateRange; label: string }> = [
  { range: DateRange.today, label: "Today" },
  { range: DateRange.yesterday, label: "Yesterday" },
  { range: DateRange.thisWeek, label: "This week" },
  { range: DateRange.sevenDays, label: "Last 7 days" },
  { range: DateRange.thisMonth, label: "This month" },
  { range: DateRange.thirtyDays, label: "Last 30 days" },
  { range: DateRange.lastMonth, label: "Last month" },
  { range: DateRange.ninetyDays, label: "Last 90 days" },
  { range: DateRange.noFilter, label: "All orders, no date filter" },
  { range: DateRange.custom, label: "Custom range" },
];

type RangeChoice = { order_date_range: DateRange; order_date_from: string | null; order_date_to: string | null };

/** What is wrong with a custom range, as a sentence; null when the range can be used. Days are `YYYY-MM-DD`. */
export const rangeProblem = (choice: RangeChoice): string | null => {
  if (choice.order_date_range !== DateRange.custom) return null;
  const { order_date_from: from, order_date_to: to } = choice;
  if (from === null || to === null) return "Choose the first and the last day.";
  return from > to ? "The first day is after the last day." : null;
};
