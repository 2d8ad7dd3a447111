import { expect, it } from "vitest";
import { Frequency } from "../enumerations.ts";
import { automatedFileKeptDays } from "./retention.ts";

it.each<[keyof typeof Frequency, number]>([
  ["Hourly", 2],
  ["Every2Hours", 2],
  ["Every4Hours", 2],
  ["Every6Hours", 4],
  ["Every8Hours", 4],
  ["Every12Hours", 4],
  ["Daily", 7],
  ["Weekly", 7],
  ["CustomWeekly", 7],
  ["Monthly", 7],
  ["CustomMonthly", 7],
  ["Every48Hours", 7],
  ["Weekdays", 7],
  ["MondayWednesdayFriday", 7],
  ["MondayThursday", 7],
])("the file of a schedule '%s' is kept for %i days", (schedule, days) => {
  expect(automatedFileKeptDays(Frequency[schedule])).toBe(days);
});
