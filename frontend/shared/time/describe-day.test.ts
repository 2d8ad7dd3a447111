import { describe, expect, it } from "vitest";
import { describeDay } from "./describe-day.ts";

const inAthens = { today: "2026-11-20", zone: "Europe/Athens" };

describe("a past day", () => {
  it.each([
    ["2026-11-20T08:00:00Z", "today"],
    ["2026-11-19T21:59:59Z", "yesterday"],
    ["2026-11-18T21:59:59Z", "2 days ago"],
    ["2026-11-14T10:00:00Z", "6 days ago"],
    ["2026-11-13T10:00:00Z", "13 Nov"],
    ["2026-01-01T10:00:00Z", "1 Jan"],
    ["2025-12-31T10:00:00Z", "31 Dec 2025"],
  ])("%s is %s", (instant, words) => {
    expect(describeDay(instant, inAthens)).toBe(words);
  });

  it("is in the shop's time zone", () => {
    expect(describeDay("2026-11-20T11:30:00Z", { today: "2026-11-21", zone: "Pacific/Auckland" })).toBe("today");
  });

  it("is today if the clocks differ, and is counted correctly across a clock change", () => {
    expect(describeDay("2026-11-21T00:10:00Z", inAthens)).toBe("today");
    expect(describeDay("2026-10-24T20:00:00Z", { today: "2026-10-26", zone: "Europe/Athens" })).toBe("2 days ago");
  });
});
