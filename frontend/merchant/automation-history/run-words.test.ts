import { expect, test } from "vitest";
import { rangeOf } from "./run-words.ts";

const athens = "Europe/Athens";
const filters = (from: string, to: string) => JSON.stringify({ order_date_from: from, order_date_to: to });

test("given a run of whole days, when its range is read, then it is the days of its filters", () => {
  const Period = { From: "2026-11-21T22:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(rangeOf({ Filters: filters("2026-11-22", "2026-11-22"), Period }, athens)).toBe("2026/11/22 until 2026/11/22");
});

test("given a run of an hour, when its range is read, then it has the hours, which tell it from the other runs of the day", () => {
  const Period = { From: "2026-11-22T21:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(rangeOf({ Filters: filters("2026-11-22", "2026-11-22"), Period }, athens)).toBe(
    "2026/11/22 23:00 until 2026/11/23 00:00",
  );
});

test("given a run whose date filter is off, when its range is read, then it is all the days that were asked for", () => {
  const Period = { From: "2026-11-22T12:00:00Z", To: "2026-11-22T13:00:00Z" };
  expect(rangeOf({ Filters: filters("2026-08-25", "2026-11-22"), Period }, athens)).toBe("2026/08/25 until 2026/11/22");
});

test("given filters that name no days, when the range is read, then there is none", () => {
  const Period = { From: "2026-11-21T22:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(rangeOf({ Filters: "{}", Period }, athens)).toBeNull();
  expect(rangeOf({ Filters: "not JSON", Period }, athens)).toBeNull();
});
