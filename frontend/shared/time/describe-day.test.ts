import { describe, expect, it } from "vitest";
import { describeDay } from "./describe-day.ts";

const inAthens = { today: "2026-11-20", zone: "Europe/Athens" };

describe("the day of something past", () => {
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

  it("is the day in the shop's zone, wherever the browser is", () => {
    expect(describeDay("2026-11-20T11:30:00Z", { today: "2026-11-21", zone: "Pacific/Auckland" })).toBe("today");
  });

  it("is today where the two clocks differ, and counts days over a change of the clocks", () => {
    expect(describeDay("2026-11-21T00:10:00Z", inAthens)).toBe("today");
    expect(describeDay("2026-10-24T20:00:00Z", { today: "2026-10-26", zone: "Europe/Athens" })).toBe("2 days ago");
  });
});
