import { DateTime } from "luxon";
import { afterEach, describe, expect, it } from "vitest";
import { setDateFormat } from "./day-form.ts";
import { formatDay, formatDayOf, formatInstant, formatMoment } from "./shop-time.ts";

afterEach(() => setDateFormat(undefined));

const instant = "2026-11-20T22:05:09Z";

describe("a date on a screen", () => {
  it.each([
    [undefined, "2026/11/21"],
    [0, "2026/11/21"],
    [1, "21/11/2026"],
    [2, "11/21/2026"],
    [9, "2026/11/21"],
  ])("has the shop's date format: %s", (chosen, day) => {
    setDateFormat(chosen);
    expect(formatInstant(instant, "Europe/Athens")).toBe(`${day} 00:05`);
    expect(formatDayOf(instant, "Europe/Athens")).toBe(day);
    const at = DateTime.fromISO(instant, { zone: "Europe/Athens" });
    expect(formatDay(at)).toBe(day);
    expect(formatMoment(at, { seconds: true })).toBe(`${day} 00:05:09`);
  });
});
