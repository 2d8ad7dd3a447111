import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import { emptyReportHints } from "./empty-hints.ts";

const filters = (range: DateRange) =>
  ({ order_date_range: range, order_date_from: null, order_date_to: null }) as Parameters<typeof emptyReportHints>[0];
const hints = (range: DateRange, day: string) =>
  emptyReportHints(filters(range), DateTime.fromISO(`${day}T09:00`, { zone: "Europe/Athens" }));

it.each([
  [DateRange.thisMonth, "2026-11-01", ["The date range is 'This month', and today is its first day."]],
  [DateRange.thisMonth, "2026-11-05", ["The date range is 'This month', and only 4 days of it have passed."]],
  [DateRange.thisMonth, "2026-11-06", []],
  [DateRange.thisQuarter, "2026-10-02", ["The date range is 'This quarter', and only 1 day of it has passed."]],
  [DateRange.thisQuarter, "2026-11-01", []],
  [DateRange.thisYear, "2026-01-03", ["The date range is 'This year', and only 2 days of it have passed."]],
  [DateRange.thisYear, "2026-10-01", []],
  [DateRange.lastQuarter, "2026-10-01", []],
] as const)("hints of range %i on %s are %j", (range, day, expected) => {
  expect(hints(range, day)).toEqual(expected);
});

it("a period that has hardly begun is no reason a year earlier", () => {
  const now = DateTime.fromISO("2026-11-02T10:00:00Z", { zone: "utc" });
  const filters = { report_filter_id: null, order_date_from: null, order_date_to: null };
  for (const order_date_range of [DateRange.today, DateRange.thisMonth]) {
    expect(emptyReportHints({ ...filters, order_date_range }, now)).toHaveLength(1);
    expect(emptyReportHints({ ...filters, order_date_range, order_date_year_before: true }, now)).toEqual([]);
  }
});
