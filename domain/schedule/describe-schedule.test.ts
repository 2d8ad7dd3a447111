import { expect, it } from "vitest";
import { Delay, Frequency, Weekday } from "../enumerations.ts";
import { describeFrequency, describeSchedule } from "./describe-schedule.ts";
import type { Schedule } from "./schedule.ts";
import { scheduleWith } from "./schedule-for-tests.ts";

it.each<[keyof typeof Frequency, Partial<Schedule>, string]>([
  ["Hourly", {}, "Every hour, on the hour"],
  ["Every2Hours", {}, "Every 2 hours, from 00:00 to 22:00"],
  ["Every4Hours", {}, "Every 4 hours, from 00:00 to 20:00"],
  ["Every6Hours", {}, "Every 6 hours, at 00:00, 06:00, 12:00 and 18:00"],
  ["Every8Hours", {}, "Every 8 hours, at 00:00, 08:00 and 16:00"],
  ["Every12Hours", {}, "Every 12 hours, at 00:00 and 12:00"],
  ["Daily", { customHour: 1439 }, "Every day at 23:59"],
  ["Weekly", { customWeeklyDay: Weekday.Friday }, "Every Monday at 00:01"],
  ["CustomWeekly", { customWeeklyDay: Weekday.Sunday, customHour: 485 }, "Every Sunday at 08:05"],
  ["Weekdays", {}, "Monday to Friday at 00:01"],
  ["MondayWednesdayFriday", {}, "Every Monday, Wednesday and Friday at 00:01"],
  ["MondayThursday", {}, "Every Monday and Thursday at 00:01"],
  ["Monthly", { customMonthlyDay: 9 }, "On the 1st of every month at 00:01"],
  ["CustomMonthly", { customMonthlyDay: 2 }, "On the 2nd of every month at 00:01"],
  ["CustomMonthly", { customMonthlyDay: 13 }, "On the 13th of every month at 00:01"],
  ["CustomMonthly", { customMonthlyDay: 23 }, "On the 23rd of every month at 00:01"],
  [
    "CustomMonthly",
    { customMonthlyDay: 30 },
    "On the 30th of every month at 00:01, or on the last day of a shorter month",
  ],
  ["CustomMonthly", { customMonthlyDay: 31 }, "On the last day of every month at 00:01"],
  ["Every48Hours", { countedFrom: "2026-10-14" }, "Every second day at 00:01, counted from 14 Oct 2026"],
  ["Every48Hours", { startsFrom: "2026-10-14" }, "Every second day at 00:01"],
])("%s with %o reads: %s", (frequency, part, words) => {
  expect(describeFrequency(scheduleWith({ frequency: Frequency[frequency], ...part }))).toBe(words);
});

it.each<[Partial<Schedule>, string]>([
  [{}, "Every day at 00:01."],
  [{ delay: Delay.OneHour }, "Every day at 00:01. Runs 1 hour later."],
  [{ delay: Delay.TwelveHours }, "Every day at 00:01. Runs 12 hours later."],
  [{ delay: Delay.OneDay }, "Every day at 00:01. Runs 1 day later."],
  [{ delay: Delay.TwoDays, endsTo: "2026-10-31" }, "Every day at 00:01. Runs 2 days later. Until 31 Oct 2026."],
  [{ startsFrom: "2026-10-14" }, "Every day at 00:01. From 14 Oct 2026."],
  [{ startsFrom: "2026-10-14", endsTo: "2026-11-01" }, "Every day at 00:01. From 14 Oct 2026 until 1 Nov 2026."],
  [{ startsFrom: "2026-10-14", endsTo: "2026-10-14" }, "Every day at 00:01. Only on 14 Oct 2026."],
])("a schedule with %o reads as a whole: %s", (part, words) => {
  expect(describeSchedule(scheduleWith(part))).toBe(words);
});
