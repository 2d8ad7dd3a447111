import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { starterOf } from "#domain/designs/starters.ts";
import { DateRange } from "#domain/enumerations.ts";
import { dateRangeLabels } from "../../shared/time/date-range-labels.ts";
import { emptyReportHints } from "../empty-report/empty-hints.ts";
import { type CountState, describeOrderCount, isEmptyExpected } from "../resources/order-count.ts";
import { rangeProblem, typedDay } from "../which-orders/dates/date-ranges.ts";
import { firstStarter } from "./welcome-guide.tsx";

const filters = (order_date_range: DateRange, from: string | null = null, to: string | null = null) => ({
  report_filter_id: null,
  order_date_range,
  order_date_from: from,
  order_date_to: to,
});
const on = (day: string) => DateTime.fromISO(day, { zone: "Asia/Tokyo" });

it("offers every date range once", () => {
  const offered = dateRangeLabels.map(({ range }) => range).sort((a, b) => a - b);
  expect(offered).toEqual(Object.values(DateRange));
});

it("requires both days of a custom range, in order", () => {
  expect(rangeProblem(filters(DateRange.today))).toBeNull();
  expect(rangeProblem(filters(DateRange.custom, "2026-11-01"))).toEqual({
    sentence: "Choose the first and the last day.",
    isWrong: false,
  });
  expect(rangeProblem(filters(DateRange.custom, "2026-11-02", "2026-11-01"))).toEqual({
    sentence: "The first day is after the last day.",
    isWrong: true,
  });
  expect(rangeProblem(filters(DateRange.custom, "2026-11-01", "2026-11-01"))).toBeNull();
});

describe("a typed date", () => {
  const now = DateTime.fromISO("2026-11-20T09:00", { zone: "Asia/Tokyo" });
  const sentenceOf = (date: DateTime) => typedDay(date, now).problem?.sentence;

  it("may be any day up to the shop's today", () => {
    expect(typedDay(on("2026-11-20"), now)).toEqual({ day: "2026-11-20", problem: null });
    expect(sentenceOf(on("2026-11-21"))).toBe("Choose a day that isn't in the future.");
  });

  it("must be complete and exist in the calendar", () => {
    const whole = "Type a complete date, for example 2026/11/20.";
    expect(sentenceOf(on("2026-02-31"))).toBe(whole);
    expect(sentenceOf(on("0202-11-20"))).toBe(whole);
    expect(typedDay(null, now)).toEqual({ day: null, problem: null });
  });
});

describe("the hint about an empty report", () => {
  it("appears for 'this month' while fewer than 5 days of it have passed", () => {
    expect(emptyReportHints(filters(DateRange.thisMonth), on("2026-11-05"))).toHaveLength(1);
    expect(emptyReportHints(filters(DateRange.thisMonth), on("2026-11-06"))).toEqual([]);
  });

  it("appears for a custom range of fewer than 5 days", () => {
    expect(emptyReportHints(filters(DateRange.custom, "2026-11-01", "2026-11-04"), on("2026-11-20"))).toHaveLength(1);
    expect(emptyReportHints(filters(DateRange.custom, "2026-11-01", "2026-11-05"), on("2026-11-20"))).toEqual([]);
  });

  it("appears for today, yesterday and this week, but no longer range", () => {
    const hinted = Object.values(DateRange).filter(
      (range) => emptyReportHints(filters(range), on("2026-11-20")).length,
    );
    expect(hinted).toEqual([DateRange.today, DateRange.yesterday, DateRange.thisWeek]);
  });
});

it("counts orders, with <= if filters may leave fewer", () => {
  expect(describeOrderCount({ Count: 12_000, HasPostProcessFilters: false })).toBe("12,000 orders");
  expect(describeOrderCount({ Count: 1, HasPostProcessFilters: true })).toBe("<=1 order");
});

describe("an empty report", () => {
  const known = (Count: number, HasPostProcessFilters = false): CountState => ({
    state: "known",
    count: { Count, HasPostProcessFilters },
  });

  it("is expected if the count is 0", () => {
    expect([known(0), known(0, true), known(1)].map((count) => isEmptyExpected(count, false))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is not expected if the count is loading, has failed or has no dates", () => {
    const others: CountState[] = [
      { state: "loading" },
      { state: "failed", message: "Busy." },
      { state: "waiting", until: "choose" },
    ];
    expect(others.map((count) => isEmptyExpected(count, false))).toEqual([false, false, false]);
  });

  it("is not expected for individually selected orders", () => {
    expect(isEmptyExpected(known(0), true)).toBe(false);
  });
});

it("uses the starter's title for the first design", () => {
  expect(starterOf(firstStarter.key).title).toBe(firstStarter.title);
});
