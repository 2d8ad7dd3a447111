import { describe, expect, it } from "vitest";
import { sieverByCode } from "../sievers.ts";
import {
  describeDates,
  formatRelativeDay,
  parseRelativeDateExpression,
  parseRelativeDay,
  relativeDateExpression,
} from "./relative-days.ts";
import { describeValue } from "./value-text.ts";

/** 01:30 on 21 November in Athens, still 20 November in UTC. */
const moment = { now: "2026-11-20T23:30:00Z", zone: "Europe/Athens" };

describe("a relative day in words", () => {
  it.each([
    ["date(YYYY-MM-DD; -30)", "30 days ago (22 Oct)"],
    ["date(YYYY-MM-DD; 0)", "today (21 Nov)"],
    ["date(YYYY-MM-DD; -1)", "yesterday (20 Nov)"],
    ["date(YYYY-MM-DD; +1)", "tomorrow (22 Nov)"],
    ["date( YYYY-MM-DD ;7)", "in 7 days (28 Nov)"],
    ["date(YYYY-MM-DD; 60)", "in 60 days (20 Jan 2027)"],
    ["date(YYYY-MM-DD; -1000)", "1,000 days ago (25 Feb 2024)"],
    // The searched text has its own format.
    ["delivery:date(YYYY/MM/DD; 1)", "delivery:tomorrow (2026/11/22)"],
    ["date(D. MMM YY; 0)", "today (21. Nov 26)"],
    ["from date(YYYY-MM-DD; 0) to date(DD.MM.YYYY; 7)", "from today (21 Nov) to in 7 days (28.11.2026)"],
    // Partial dates, and texts without dates.
    ["date(YYYY; 0)", "date(YYYY; 0)"],
    ["date(YYYY-MM; -30)", "date(YYYY-MM; -30)"],
    ["date(YYYY-MM-DD-D; 0)", "date(YYYY-MM-DD-D; 0)"],
    ["date(week of YYYY-MM-DD; 0)", "date(week of YYYY-MM-DD; 0)"],
    ["date(YYYY-MM-DD)", "date(YYYY-MM-DD)"],
    ["update(2)", "update(2)"],
  ])("%s: %s", (text, said) => {
    expect(describeDates(text, moment)).toBe(said);
  });

  it("has no date if the current day is unknown", () => {
    expect(describeDates("date(YYYY-MM-DD; -30)", undefined)).toBe("30 days ago");
    expect(describeDates("a date(DD.MM.YYYY; 1)", undefined)).toBe("a tomorrow");
  });

  it("is parsed back to the same day", () => {
    for (const days of [-36_500, -30, -2, -1, 0, 1, 2, 7, 36_500]) {
      expect(parseRelativeDay(formatRelativeDay(days))).toBe(days);
      expect(parseRelativeDateExpression(relativeDateExpression(days))).toBe(days);
    }
  });

  it.each([
    [" 30  Days AGO ", -30],
    ["2 weeks ago", -14],
    ["a week ago", -7],
    ["in 1 day", 1],
    ["In 3 weeks", 21],
    ["0 days ago", 0],
    ["30 days", undefined],
    ["last week", undefined],
    ["", undefined],
  ])("%j is read as %s days from today", (text, days) => {
    expect(parseRelativeDay(text)).toBe(days);
  });

  it("follows words instead of a comparison sign in a date field", () => {
    const refunds = sieverByCode.get(2004);
    expect(refunds && describeValue(">=date(YYYY-MM-DD; -30)", refunds, moment)).toEqual({
      lead: "on or after",
      text: "30 days ago (22 Oct)",
    });
    expect(refunds && describeValue("<2026-11-01", refunds, moment)).toEqual({ lead: "before", text: "2026-11-01" });
  });
});
