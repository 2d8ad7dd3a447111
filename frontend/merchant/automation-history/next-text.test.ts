import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { nextText } from "./next-text.ts";

const zone = "Europe/Athens";
const now = DateTime.fromISO("2026-11-23T10:00:00Z");
const [past, later] = ["2026-11-23T09:00:00Z", "2026-11-23T11:00:00Z"];

it("the next execution is described by its planned time, or as not planned", () => {
  expect(nextText(null, zone, { isUnderWay: true, now })).toBe("Next execution: none planned");
  expect(nextText(null, zone, { isUnderWay: false, isPaused: true, now })).toBe("Next execution: none (paused)");
  expect(nextText(later, zone, { isUnderWay: true, now })).toBe("Next execution: 2026/11/23 13:00");
  expect(nextText(past, zone, { isUnderWay: false, now })).toBe("Next execution: 2026/11/23 11:00");
});

it("an overdue run says that it comes after the report under way", () => {
  expect(nextText(past, zone, { isUnderWay: true, now })).toBe(
    "Next execution: after the report under way. It was planned for 2026/11/23 11:00.",
  );
});
