import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";

/** cron-parser's times between two instants in a zone, in local time. An error ends the list with its message. */
const byCron = (expression: string, tz: string, from: string, to: string): string[] => {
  const found: string[] = [];
  const times = CronExpressionParser.parse(expression, { tz, currentDate: new Date(from) });
  try {
    for (;;) {
      const at = times.next().toDate();
      if (at.getTime() >= Date.parse(to)) return found;
      found.push(DateTime.fromJSDate(at, { zone: tz }).toFormat("dd HH:mm ZZ"));
    }
  } catch (error) {
    return [...found, String(error instanceof Error ? error.message : error)];
  }
};

/**
 * A failure here means that cron-parser has improved. Check then if `calendar.ts` can use it in the shop's zone
 * (ADR 73).
 */
describe("cron-parser in the shop's zone does not do what R-40 says:", () => {
  it("a repeated hour occurs twice", () => {
    expect(byCron("0 * * * *", "Europe/Athens", "2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z")).toEqual([
      "25 03:00 +03:00",
      "25 03:00 +02:00",
      "25 04:00 +02:00",
    ]);
  });

  it("a repeated time of day is the second one", () => {
    expect(byCron("1 0 * * *", "America/Havana", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z")).toEqual([
      "01 00:01 -05:00",
    ]);
  });

  it("a skipped time does not move to the first instant after the gap", () => {
    expect(byCron("1 0 * * *", "Asia/Beirut", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z")).toEqual([
      "29 01:01 +03:00",
    ]);
  });

  it("a day is lost if a change at one minute past midnight skips its time", () => {
    expect(byCron("1 0 * * *", "America/St_Johns", "2011-03-12T12:00:00Z", "2011-03-13T12:00:00Z")).toEqual([]);
  });

  it("the Friday that Apia skipped is lost", () => {
    expect(byCron("1 0 * * 5", "Pacific/Apia", "2011-12-28T00:00:00Z", "2012-01-04T00:00:00Z")).toEqual([]);
  });

  it("hourly times end in an error if clocks go back by half an hour", () => {
    expect(byCron("0 * * * *", "Australia/Lord_Howe", "2026-04-04T13:30:00Z", "2026-04-04T18:00:00Z")).toEqual([
      "05 01:00 +11:00",
      "Invalid expression, loop limit exceeded",
    ]);
  });
});
