import { Delay, Frequency, Weekday } from "../enumerations.ts";
import type { Schedule } from "./schedule.ts";

/** Daily at 00:01 in Athens, with the given changes. */
export const scheduleWith = (part: Partial<Schedule>): Schedule => ({
  frequency: Frequency.Daily,
  customWeeklyDay: Weekday.Monday,
  customMonthlyDay: 1,
  customHour: 1,
  delay: Delay.NoDelay,
  startsFrom: null,
  endsTo: null,
  zone: "Europe/Athens",
  countedFrom: "2026-01-01",
  ...part,
});
