import type { Delay, Frequency, Weekday } from "../enumerations.ts";

/** When an automated report is made: plain data, of its definition and of its shop. */
export type Schedule = {
  frequency: Frequency;
  /** Read for CustomWeekly alone. */
  customWeeklyDay: Weekday;
  /** 1 to 31, of a month that has no such day its last; read for CustomMonthly alone. */
  customMonthlyDay: number;
  /** Minutes since midnight, 0 to 1439; read from Daily up. */
  customHour: number;
  delay: Delay;
  /** First and last local day that may have slots, `YYYY-MM-DD`; null is open. */
  startsFrom: string | null;
  endsTo: string | null;
  /** The shop's zone, as `knownZone` has it (domain/dates). */
  zone: string;
  /** The local day on which the automated report was made, `YYYY-MM-DD`: Every48Hours counts from it where nothing starts it. */
  countedFrom: string;
};

/**
 * A planned instant of a schedule; ISO 8601 UTC in whole seconds, comparable as text. `at` is planned and says which slot it is, `runAt`
 * is that with the delay, `to` is where its period ends.
 */
export type Slot = { at: string; runAt: string; to: string };

/** What a report is of: orders from `from` on and before `to`; ISO 8601 UTC. */
export type Period = { from: string; to: string };

/**
 * How far an automated report has come: slots are looked for strictly after `after`, and none whose period would end at or before
 * `coveredUntil`, where its last period ended (null: it had none). With both, slots and periods go on without gap or overlap when the schedule
 * or the zone has changed.
 */
export type Since = { after: string; coveredUntil: string | null };
