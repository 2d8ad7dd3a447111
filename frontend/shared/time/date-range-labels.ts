import { DateRange } from "#domain/enumerations.ts";

/** In the dropdown's order: short ranges first, then everything, then custom. */
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
  { range: DateRange.noFilter, label: "All orders, no date filter" },
  { range: DateRange.custom, label: "Custom range" },
];
