import fc from "fast-check";
import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { createInstantFormatter, fileNameMoment } from "./format.ts";
import { UnknownTimezone } from "./local-time.ts";

it.each([
  [0, "2026/11/21 03:05"],
  [1, "21/11/2026 03:05"],
  [2, "11/21/2026 03:05"],
  [9, "2026/11/21 03:05"],
])("writes an instant in the shop's zone in date format %i", (format, text) => {
  expect(createInstantFormatter("Pacific/Auckland", format)("2026-11-20T14:05:59Z")).toBe(text);
});

it("writes the zone's local time at any instant, including clock changes", () => {
  const zones = [
    "Pacific/Auckland",
    "America/New_York",
    "Europe/Athens",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "UTC",
  ];
  for (const zone of zones) {
    const written = createInstantFormatter(zone, 0);
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) }), (ms) => {
        const instant = new Date(ms).toISOString();
        expect(written(instant)).toBe(DateTime.fromISO(instant, { zone }).toFormat("yyyy/LL/dd HH:mm"));
      }),
    );
  }
});

it("writes both occurrences of a repeated time alike", () => {
  const written = createInstantFormatter("America/New_York", 0);
  expect([written("2026-11-01T05:30:00Z"), written("2026-11-01T06:30:00Z")]).toEqual([
    "2026/11/01 01:30",
    "2026/11/01 01:30",
  ]);
});

it("throws for an unknown zone", () => {
  expect(() => createInstantFormatter("Mars/Olympus", 0)).toThrow(UnknownTimezone);
});

it("writes the time in a file name in the shop's zone", () => {
  expect(fileNameMoment("2026-11-20T14:05:59Z", "Europe/Athens")).toBe("2026-11-20 160559");
});
