import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import { firstAndLastDay, formatRangeDays } from "./range-days.ts";

const daysOf = (range: DateRange, now: string, zone: string, from: string | null = null, to: string | null = null) =>
  formatRangeDays(
    { order_date_range: range, order_date_from: from, order_date_to: to },
    DateTime.fromISO(now, { zone: "utc" }).setZone(zone),
  );

describe("the days of a date range", () => {
  it.each([
    [DateRange.today, "Fri 20 Nov 2026"],
    [DateRange.yesterday, "Thu 19 Nov 2026"],
    [DateRange.thisWeek, "16 – 20 Nov 2026"],
    [DateRange.sevenDays, "14 – 20 Nov 2026"],
    [DateRange.thisMonth, "1 – 20 Nov 2026"],
    [DateRange.thirtyDays, "22 Oct – 20 Nov 2026"],
    [DateRange.lastMonth, "1 – 31 Oct 2026"],
    [DateRange.ninetyDays, "23 Aug – 20 Nov 2026"],
    [DateRange.noFilter, "everything up to 20 Nov 2026"],
  ])("range %i in Athens", (range, words) => {
    expect(daysOf(range, "2026-11-20T12:00:00Z", "Europe/Athens")).toBe(words);
  });

  it("are the initial values of a custom range, unless there is no first day", () => {
    const now = DateTime.fromISO("2026-11-20T23:30:00Z", { zone: "Europe/Athens" });
    const daysOf = (order_date_range: DateRange, from: string | null = null, to: string | null = null) =>
      firstAndLastDay({ order_date_range, order_date_from: from, order_date_to: to }, now);
    expect(daysOf(DateRange.sevenDays)).toEqual({ from: "2026-11-15", to: "2026-11-21" });
    expect(daysOf(DateRange.lastMonth)).toEqual({ from: "2026-10-01", to: "2026-10-31" });
    expect(daysOf(DateRange.today)).toEqual({ from: "2026-11-21", to: "2026-11-21" });
    expect(daysOf(DateRange.noFilter)).toBeNull();
    expect(daysOf(DateRange.custom)).toBeNull();
  });

  it("are in the shop's time zone", () => {
    const instant = "2026-11-20T12:30:00Z";
    expect(daysOf(DateRange.today, instant, "Pacific/Auckland")).toBe("Sat 21 Nov 2026");
    expect(daysOf(DateRange.today, instant, "America/New_York")).toBe("Fri 20 Nov 2026");
  });

  it("include both years if they differ, and one date for a single day", () => {
    expect(daysOf(DateRange.thirtyDays, "2027-01-10T12:00:00Z", "Asia/Tokyo")).toBe("12 Dec 2026 – 10 Jan 2027");
    expect(daysOf(DateRange.custom, "2026-11-20T12:00:00Z", "Asia/Tokyo", "2026-03-29", "2026-03-29")).toBe(
      "Sun 29 Mar 2026",
    );
  });

  it("are right in the first second of a day and across a clock change", () => {
    expect(daysOf(DateRange.today, "2026-11-19T22:00:00.400Z", "Europe/Athens")).toBe("Fri 20 Nov 2026");
    expect(daysOf(DateRange.yesterday, "2026-10-26T09:00:00Z", "Europe/Athens")).toBe("Sun 25 Oct 2026");
  });

  it("are null if a custom range is invalid", () => {
    const at = "2026-11-20T12:00:00Z";
    expect(daysOf(DateRange.custom, at, "Asia/Tokyo", "2026-11-01")).toBeNull();
    expect(daysOf(DateRange.custom, at, "Asia/Tokyo", "2026-11-02", "2026-11-01")).toBeNull();
    expect(daysOf(DateRange.custom, at, "Asia/Tokyo", "2026-11-02", "2026-12-24")).toBeNull();
  });
});
