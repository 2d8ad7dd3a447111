import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../core/decider.ts";
import { DateRange } from "../enumerations.ts";
import { buildNativeOrdersQuery, isWithin } from "./build-native-orders-query.ts";
import { UnknownTimezone } from "./local-time.ts";
import { type Period, type RangeChoice, resolveDateRange } from "./resolve-date-range.ts";

const period = (
  range: DateRange,
  now: string,
  zone: string,
  days: Omit<RangeChoice, "range"> = { from: null, to: null },
): Period => {
  const resolved = resolveDateRange({ range, ...days, now, zone });
  if (isRefusal(resolved)) throw new Error(resolved.message);
  return resolved;
};

describe("date ranges in Athens (UTC+2) on Friday 20 November 2026, 16:05", () => {
  const now = "2026-11-20T14:05:09.700Z";
  const moment = "2026-11-20T14:05:09Z";
  it.each<[keyof typeof DateRange, string | null, string]>([
    ["noFilter", null, moment],
    ["today", "2026-11-19T22:00:00Z", moment],
    ["yesterday", "2026-11-18T22:00:00Z", "2026-11-19T22:00:00Z"],
    ["thisWeek", "2026-11-15T22:00:00Z", moment],
    ["thisMonth", "2026-10-31T22:00:00Z", moment],
    ["lastMonth", "2026-09-30T21:00:00Z", "2026-10-31T22:00:00Z"],
    ["lastWeek", "2026-11-08T22:00:00Z", "2026-11-15T22:00:00Z"],
    ["thisQuarter", "2026-09-30T21:00:00Z", moment],
    ["lastQuarter", "2026-06-30T21:00:00Z", "2026-09-30T21:00:00Z"],
    ["thisYear", "2025-12-31T22:00:00Z", moment],
    ["lastYear", "2024-12-31T22:00:00Z", "2025-12-31T22:00:00Z"],
    ["sevenDays", "2026-11-13T22:00:00Z", moment],
    ["thirtyDays", "2026-10-21T21:00:00Z", moment],
    ["ninetyDays", "2026-08-22T21:00:00Z", moment],
  ])("%s is [%s, %s)", (range, from, to) => {
    expect(period(DateRange[range], now, "Europe/Athens")).toEqual({ from, to });
  });

  it.each<[string, Omit<RangeChoice, "range">, keyof typeof DateRange, string, string]>([
    ["45 days with today", { from: null, to: null, days: 45 }, "lastDays", "2026-10-06T21:00:00Z", moment],
    ["from a day on", { from: "2026-10-25", to: null }, "sinceDay", "2026-10-24T21:00:00Z", moment],
    [
      "this month a year earlier, up to the same time",
      { from: null, to: null, yearBefore: true },
      "thisMonth",
      "2025-10-31T22:00:00Z",
      "2025-11-20T14:05:09Z",
    ],
    [
      "last month a year earlier, whole",
      { from: null, to: null, yearBefore: true },
      "lastMonth",
      "2025-09-30T21:00:00Z",
      "2025-10-31T22:00:00Z",
    ],
    [
      "29 February a year earlier is the 28th",
      { from: "2024-02-29", to: "2024-02-29", yearBefore: true },
      "custom",
      "2023-02-27T22:00:00Z",
      "2023-02-28T22:00:00Z",
    ],
    [
      "the last of February, which a year earlier is in a leap year",
      { from: "2025-02-01", to: "2025-02-28", yearBefore: true },
      "custom",
      "2024-01-31T22:00:00Z",
      "2024-02-28T22:00:00Z",
    ],
  ])("may be %s", (_, choice, range, from, to) => {
    expect(period(DateRange[range], now, "Europe/Athens", choice)).toEqual({ from, to });
  });

  it.each<[keyof typeof DateRange, string, string, string]>([
    ["yesterday", "2024-03-01T10:00:00Z", "2023-02-27T22:00:00Z", "2023-02-28T22:00:00Z"],
    ["lastMonth", "2025-03-05T10:00:00Z", "2024-01-31T22:00:00Z", "2024-02-29T22:00:00Z"],
    ["lastMonth", "2024-03-05T10:00:00Z", "2023-01-31T22:00:00Z", "2023-02-28T22:00:00Z"],
  ])("%s at %s a year earlier is [%s, %s)", (range, at, from, to) => {
    const choice = { from: null, to: null, yearBefore: true };
    expect(period(DateRange[range], at, "Europe/Athens", choice)).toEqual({ from, to });
  });

  it.each<[keyof typeof DateRange, Omit<RangeChoice, "range">, string]>([
    ["lastDays", { from: null, to: null }, "Choose how many days the date range has, from 1 to 3660."],
    ["lastDays", { from: null, to: null, days: 0 }, "Choose how many days the date range has, from 1 to 3660."],
    ["sinceDay", { from: null, to: null }, "Choose the first day of the date range."],
    ["sinceDay", { from: "2026-11-21", to: null }, "The date range must not begin in the future."],
  ])("%s is refused while incomplete", (range, choice, message) => {
    const resolved = resolveDateRange({ range: DateRange[range], ...choice, now, zone: "Europe/Athens" });
    expect(resolved).toMatchObject({ code: "invalid", message });
  });

  it("also accepts the time of the request as a Date", () => {
    const request = { range: DateRange.today, from: null, to: null, zone: "Europe/Athens" };
    expect(resolveDateRange({ ...request, now: new Date(now) })).toEqual(resolveDateRange({ ...request, now }));
  });
});

describe("days that are not 24 hours long", () => {
  it.each<[string, string, string, string, string]>([
    [
      "Auckland springs forward: 23 hours",
      "Pacific/Auckland",
      "2026-09-27",
      "2026-09-26T12:00:00Z",
      "2026-09-27T11:00:00Z",
    ],
    ["Auckland falls back: 25 hours", "Pacific/Auckland", "2026-04-05", "2026-04-04T11:00:00Z", "2026-04-05T12:00:00Z"],
    [
      "New York springs forward: 23 hours",
      "America/New_York",
      "2026-03-08",
      "2026-03-08T05:00:00Z",
      "2026-03-09T04:00:00Z",
    ],
    ["New York falls back: 25 hours", "America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
    ["Athens springs forward: 23 hours", "Europe/Athens", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"],
    ["Athens falls back: 25 hours", "Europe/Athens", "2026-10-25", "2026-10-24T21:00:00Z", "2026-10-25T22:00:00Z"],
    ["Havana has midnight twice", "America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
    ["the Azores have midnight twice", "Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00Z", "2026-10-26T01:00:00Z"],
    [
      "the day before ends with the first of two midnights",
      "Atlantic/Azores",
      "2026-10-24",
      "2026-10-24T00:00:00Z",
      "2026-10-25T00:00:00Z",
    ],
    ["Santiago has no midnight", "America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"],
  ])("%s", (_, zone, day, from, to) => {
    expect(period(DateRange.custom, "2026-11-20T12:00:00Z", zone, { from: day, to: day })).toEqual({ from, to });
  });

  /** Zones whose calendar skipped a day since 1900, by crossing the date line. */
  const skipped: [string, string, string, string, string][] = [
    ["Pacific/Apia", "2011-12-29", "2011-12-30", "2011-12-31", "2011-12-30T10:00:00Z"],
    ["Pacific/Fakaofo", "2011-12-29", "2011-12-30", "2011-12-31", "2011-12-30T11:00:00Z"],
    ["Pacific/Enderbury", "1994-12-30", "1994-12-31", "1995-01-01", "1994-12-31T11:00:00Z"],
    ["Pacific/Kanton", "1994-12-30", "1994-12-31", "1995-01-01", "1994-12-31T11:00:00Z"],
    ["Pacific/Kiritimati", "1994-12-30", "1994-12-31", "1995-01-01", "1994-12-31T10:00:00Z"],
    ["Pacific/Kwajalein", "1993-08-20", "1993-08-21", "1993-08-22", "1993-08-21T12:00:00Z"],
  ];
  it.each(skipped)("%s had %s, no %s, then %s", (zone, before, day, after, change) => {
    const custom = (from: string, to: string) => period(DateRange.custom, "2026-11-20T12:00:00Z", zone, { from, to });
    const hours = (count: number) =>
      new Date(Date.parse(change) + count * 3_600_000).toISOString().replace(".000Z", "Z");
    expect(custom(day, day)).toEqual({ from: change, to: change });
    expect(custom(before, before)).toEqual({ from: hours(-24), to: change });
    expect(custom(before, day)).toEqual({ from: hours(-24), to: change });
    expect(custom(after, after)).toEqual({ from: change, to: hours(24) });
    expect(custom(day, after)).toEqual({ from: change, to: hours(24) });
    expect(custom(before, after)).toEqual({ from: hours(-24), to: hours(24) });
  });

  it("a range from the day after a skipped day to the skipped day is rejected", () => {
    const request = { range: DateRange.custom, from: "2011-12-31", to: "2011-12-30", now: "2026-11-20T12:00:00Z" };
    expect(resolveDateRange({ ...request, zone: "Pacific/Apia" })).toMatchObject({ refused: true });
  });

  it("on the morning after a skipped day, yesterday is empty and the last seven days span six", () => {
    const now = "2011-12-30T20:00:00Z";
    const begin = "2011-12-30T10:00:00Z";
    expect(period(DateRange.yesterday, now, "Pacific/Apia")).toEqual({ from: begin, to: begin });
    expect(period(DateRange.sevenDays, now, "Pacific/Apia")).toEqual({ from: "2011-12-25T10:00:00Z", to: now });
  });

  it("on the morning after a 25-hour day, yesterday covers all of it", () => {
    expect(period(DateRange.yesterday, "2026-11-02T13:00:00Z", "America/New_York")).toEqual({
      from: "2026-11-01T04:00:00Z",
      to: "2026-11-02T05:00:00Z",
    });
  });
});

describe("this week", () => {
  it("begins today on a Monday and six days ago on a Sunday", () => {
    expect(period(DateRange.thisWeek, "2026-11-16T09:00:00Z", "Pacific/Auckland").from).toBe("2026-11-15T11:00:00Z");
    expect(period(DateRange.thisWeek, "2026-11-22T09:00:00Z", "Pacific/Auckland").from).toBe("2026-11-15T11:00:00Z");
  });
});

describe("a custom range", () => {
  const now = "2026-11-20T14:05:09Z";
  const custom = (from: string | null, to: string | null) =>
    resolveDateRange({ range: DateRange.custom, from, to, now, zone: "Europe/Athens" });

  it("includes its first and its last day", () => {
    expect(custom("2026-11-01", "2026-11-02")).toEqual({ from: "2026-10-31T22:00:00Z", to: "2026-11-02T22:00:00Z" });
  });

  it("ends at the time of the request if its last day is today", () => {
    expect(custom("2026-11-20", "2026-11-20")).toEqual({ from: "2026-11-19T22:00:00Z", to: now });
  });

  it.each<[string, string | null, string | null, RegExp]>([
    ["no first day", null, "2026-11-02", /first and the last day/],
    ["no last day", "2026-11-02", null, /first and the last day/],
    ["a day that does not exist", "2026-02-30", "2026-11-02", /first and the last day/],
    ["words instead of days", "yesterday", "today", /first and the last day/],
    ["an end before its start", "2026-11-03", "2026-11-02", /end before it begins/],
    ["a day in the future", "2026-11-20", "2026-11-21", /future/],
  ])("is rejected with %s", (_, from, to, sentence) => {
    expect(custom(from, to)).toMatchObject({
      refused: true,
      code: "invalid",
      message: expect.stringMatching(sentence),
    });
  });

  it("may end on a day that has already begun in Auckland, but not yet in Athens", () => {
    const request = { range: DateRange.custom, from: "2026-11-21", to: "2026-11-21", now: "2026-11-20T12:00:00Z" };
    expect(resolveDateRange({ ...request, zone: "Pacific/Auckland" })).toEqual({
      from: "2026-11-20T11:00:00Z",
      to: "2026-11-20T12:00:00Z",
    });
    expect(isRefusal(resolveDateRange({ ...request, zone: "Europe/Athens" }))).toBe(true);
  });
});

it("throws for an unknown time zone", () => {
  const request = { range: DateRange.today, from: null, to: null, now: "2026-11-20T12:00:00Z", zone: "Mars/Olympus" };
  expect(() => resolveDateRange(request)).toThrow(UnknownTimezone);
});

describe("for any moment and zone", () => {
  const zone = fc.constantFrom(
    "Pacific/Auckland",
    "America/New_York",
    "Europe/Athens",
    "Asia/Tokyo",
    "America/Santiago",
  );
  const now = fc
    .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) })
    .map((ms) => new Date(ms).toISOString());

  it("yesterday and last month end where today and this month begin", () => {
    fc.assert(
      fc.property(now, zone, (moment, zoneName) => {
        expect(period(DateRange.yesterday, moment, zoneName).to).toBe(period(DateRange.today, moment, zoneName).from);
        expect(period(DateRange.lastMonth, moment, zoneName).to).toBe(
          period(DateRange.thisMonth, moment, zoneName).from,
        );
      }),
    );
  });

  it("every bound except the time of the request is the start of a local day", () => {
    fc.assert(
      fc.property(now, zone, fc.constantFrom(...Object.values(DateRange)), (moment, zoneName, range) => {
        if (range === DateRange.custom) return;
        const { from, to } = period(range, moment, zoneName, { from: "2019-12-30", to: null, days: 45 });
        for (const bound of [from, to]) {
          if (bound === null || bound === `${moment.slice(0, 19)}Z`) continue;
          const local = DateTime.fromISO(bound, { zone: zoneName });
          expect(local.toMillis()).toBe(local.startOf("day").toMillis());
        }
      }),
    );
  });
});

describe("the platform's search", () => {
  it("receives quoted whole seconds in UTC, as two terms", () => {
    expect(buildNativeOrdersQuery({ from: "2026-11-19T22:00:00Z", to: "2026-11-20T14:05:09Z" })).toBe(
      "created_at:>='2026-11-19T22:00:00Z' created_at:<'2026-11-20T14:05:09Z'",
    );
    expect(buildNativeOrdersQuery({ from: null, to: "2026-11-20T14:05:09Z" })).toBe(
      "created_at:<'2026-11-20T14:05:09Z'",
    );
  });

  it("matches the same orders as the check on the order, even with bounds within a second", () => {
    const milliseconds = fc.integer({ min: 0, max: 10_000 });
    const start = Date.UTC(2026, 10, 20, 14, 5, 0);
    fc.assert(
      fc.property(milliseconds, milliseconds, fc.integer({ min: 0, max: 10 }), (a, b, second) => {
        const bounds = { from: new Date(start + a).toISOString(), to: new Date(start + b).toISOString() };
        const created = new Date(start + second * 1000).toISOString().replace(".000Z", "Z");
        const [from, to] = [...buildNativeOrdersQuery(bounds).matchAll(/'([^']+)'/g)].map((match) => match[1] ?? "");
        const found = from !== undefined && to !== undefined && created >= from && created < to;
        expect(found).toBe(isWithin(created, bounds));
      }),
    );
  });
});
