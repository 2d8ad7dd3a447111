import { describe, expect, it } from "vitest";
import { createDayParts } from "./day-parts.ts";

const partsIn = createDayParts();

describe("Date parts", () => {
  it.each([
    ["2026-01-01T12:00:00Z", "2026-W01"],
    ["2025-12-29T00:00:00Z", "2026-W01"],
    ["2025-12-28T23:59:59Z", "2025-W52"],
    ["2027-01-03T12:00:00Z", "2026-W53"],
    ["2027-01-04T00:00:00Z", "2027-W01"],
    ["2026-10-14T12:00:00Z", "2026-W42"],
  ])("of %s are in week %s", (instant, week) => {
    expect(partsIn("UTC", instant).week).toBe(week);
  });

  it("follow the zone across midnight and clock changes", () => {
    expect(partsIn("America/New_York", "2026-11-01T03:59:59Z")).toEqual({
      ...{ time: "23:59", day: "2026-10-31", week: "2026-W44", month: "2026-10", hour: 23 },
    });
    expect(partsIn("America/New_York", "2026-11-01T06:30:00Z")).toMatchObject({ time: "01:30", day: "2026-11-01" });
    expect(partsIn("Pacific/Kiritimati", "2026-12-31T10:00:00Z")).toMatchObject({ time: "00:00", week: "2026-W53" });
  });
});
