import { expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import { describeRange } from "./date-range-labels.ts";

it.each<[Parameters<typeof describeRange>[0], string]>([
  [{ range: DateRange.thirtyDays, from: null, to: null }, "Last 30 days"],
  [{ range: DateRange.lastDays, from: null, to: null, days: 1_200 }, "Last 1,200 days"],
  [{ range: DateRange.sinceDay, from: "2026-10-01", to: null }, "Since 1 Oct 2026"],
  [{ range: DateRange.thisMonth, from: null, to: null, yearBefore: true }, "This month, a year earlier"],
])("a date range is named as it was chosen: %o", (choice, name) => {
  expect(describeRange(choice)).toBe(name);
});
