import { DateTime } from "luxon";
import { DateRange } from "#domain/enumerations.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";

/** S-1.9: shorter ranges, in days, may well have no orders. */
const fewDays = 5;

const shortRanges: Partial<Record<DateRange, string>> = {
  [DateRange.today]: "The date range is 'Today'. There may be no orders yet.",
  [DateRange.yesterday]: "The date range is 'Yesterday'. There may have been no orders on that day.",
  [DateRange.thisWeek]: "The date range is 'This week', which begins on Monday. There may be no orders yet.",
};

const runningPeriods: Partial<Record<DateRange, { label: string; unit: "month" | "quarter" | "year" }>> = {
  [DateRange.thisMonth]: { label: "This month", unit: "month" },
  [DateRange.thisQuarter]: { label: "This quarter", unit: "quarter" },
  [DateRange.thisYear]: { label: "This year", unit: "year" },
};

/**
 * Possible reasons of an empty report (S-1.5). `now`: the time of the choice in the shop's zone, which for an export is
 * that of the request. For the filter: `filterHints`.
 */
export const emptyReportHints = (filters: UserOrderFilters, now: DateTime): string[] => {
  const range = filters.order_date_range;
  const hints: string[] = [];
  // A year earlier, a period that has hardly begun is no reason.
  const isThisYear = !filters.order_date_year_before;
  const short = isThisYear ? shortRanges[range] : undefined;
  if (short !== undefined) hints.push(short);
  const running = isThisYear ? runningPeriods[range] : undefined;
  if (running !== undefined) {
    // On the 5th, four days of the month have passed.
    const passed = Math.floor(now.diff(now.startOf(running.unit), "days").days);
    if (passed < fewDays)
      hints.push(
        passed === 0
          ? `The date range is '${running.label}', and today is its first day.`
          : `The date range is '${running.label}', and only ${passed} ${passed === 1 ? "day of it has" : "days of it have"} passed.`,
      );
  }
  if (range === DateRange.custom && filters.order_date_from !== null && filters.order_date_to !== null) {
    const from = DateTime.fromISO(filters.order_date_from, { zone: "utc" });
    const days = DateTime.fromISO(filters.order_date_to, { zone: "utc" }).diff(from, "days").days + 1;
    if (days < fewDays) hints.push(`The custom range is shorter than ${fewDays} days.`);
  }
  return hints;
};
