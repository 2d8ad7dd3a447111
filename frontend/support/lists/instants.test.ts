import { expect, it } from "vitest";
import { formatInstantIn, formatInstantUtc, instantOfField, toInputValue } from "./instants.ts";

it("a time is shown in UTC, and in the reader's own time zone, both named", () => {
  const instant = "2026-11-20T22:00:03.000Z";
  expect(formatInstantUtc(instant)).toBe("20 Nov 2026, 10:00:03 PM UTC");
  expect(formatInstantUtc("2026-11-21T00:00:03+02:00")).toBe(formatInstantUtc(instant));
  expect(formatInstantIn(instant, "Asia/Tokyo")).toBe("21 Nov 2026, 7:00:03 AM in your zone, Asia/Tokyo");
});

it("a typed time is in UTC", () => {
  expect(instantOfField("2026-11-20T22:00:03")).toBe("2026-11-20T22:00:03.000Z");
  expect(toInputValue("2026-11-21T00:00:03+02:00")).toBe("2026-11-20T22:00:03");
  expect(instantOfField("yesterday")).toBeNull();
});
