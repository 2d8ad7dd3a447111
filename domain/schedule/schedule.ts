import type { Delay, Frequency, Weekday } from "../enumerations.ts";

/** When an automated report is made. */
export type Schedule = {
  frequency: Frequency;
  /** Day of a CustomWeekly schedule. */
  customWeeklyDay: Weekday;
  /** Day of a CustomMonthly schedule, 1 to 31; a month without that day uses its last. */
  customMonthlyDay: number;
  /** From Daily up: minutes since midnight, 0 to 1439. */
  customHour: number;
  delay: Delay;
  /** First and last local day with slots, `YYYY-MM-DD`; null is open. */
  startsFrom: string | null;
  endsTo: string | null;
  /** A result of `resolveZone` (domain/dates). */
  zone: string;
  /** Day of the automated report's creation, `YYYY-MM-DD`. Every48Hours counts from it without `startsFrom`. */
  countedFrom: string;
};

/** All times are ISO 8601 UTC in whole seconds, comparable as text. */
export type Slot = {
  /** The planned time; identifies the slot. */
  at: string;
  /** `at` plus the delay. */
  runAt: string;
  /** End of its period. */
  to: string;
};

/** The time from `from` on and before `to`, ISO 8601 UTC. */
export type Period = { from: string; to: string };

/**
 * The next slots are after `after`, and their periods end after `coveredUntil`, the end of the last period (null:
 * none). Together they prevent gaps and overlaps when the schedule or the zone changes.
 */
export type ScheduleProgress = { after: string; coveredUntil: string | null };
