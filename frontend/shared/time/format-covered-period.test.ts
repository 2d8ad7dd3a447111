import { describe, expect, it } from "vitest";
import { formatCoveredPeriod } from "./format-covered-period.ts";

const athens = "Europe/Athens";

describe("the period of an automated report", () => {
  it.each([
    ["a day", "2026-11-19T22:00:00Z", "2026-11-20T22:00:00Z", "20 Nov 2026"],
    ["a week", "2026-11-13T22:00:00Z", "2026-11-20T22:00:00Z", "14 – 20 Nov 2026"],
    ["a month across two calendar months", "2026-10-14T21:00:00Z", "2026-11-14T22:00:00Z", "15 Oct – 14 Nov 2026"],
    ["days across two years", "2026-12-30T22:00:00Z", "2027-01-01T22:00:00Z", "31 Dec 2026 – 1 Jan 2027"],
    ["the day of a clock change", "2026-10-24T21:00:00Z", "2026-10-25T22:00:00Z", "25 Oct 2026"],
    ["an hour", "2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z", "20 Nov 2026, 14:00 – 15:00"],
    ["the last hour of a day", "2026-11-20T21:00:00Z", "2026-11-20T22:00:00Z", "20 Nov 2026, 23:00 – 24:00"],
    [
      "hours across midnight",
      "2026-11-20T20:00:00Z",
      "2026-11-21T04:00:00Z",
      "20 Nov 2026, 22:00 – 21 Nov 2026, 06:00",
    ],
  ])("is shown in the shop's time zone: %s", (_what, From, To, words) => {
    expect(formatCoveredPeriod({ From, To }, athens)).toBe(words);
  });
});
