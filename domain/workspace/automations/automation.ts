import { Delay, type FileType, Frequency, Weekday } from "../../enumerations.ts";
import type { Destination } from "./destination.ts";

/** When an automated report is made, as a merchant sets it up (S-2.3.8, R-40, R-42). What a frequency does not use is kept for one that does. */
export type AutomationSchedule = {
  frequency: Frequency;
  delay: Delay;
  /** Of CustomWeekly. */
  customWeeklyDay: Weekday;
  /** Of CustomMonthly, 1 to 31. */
  customMonthlyDay: number;
  /** Minutes since local midnight, 0 to 1439: from Daily up. */
  customHour: number;
  /** Local days `YYYY-MM-DD`, both within; null: no limit. */
  startsFrom: string | null;
  endsTo: string | null;
};

/** What a merchant sets up of an automated report (S-2.3.8). How it fares is in its own stream (D-6). */
export type AutomationDefinition = {
  title: string;
  reportId: string;
  filterId: string;
  fileType: FileType;
  exportEmptyReports: boolean;
  applyDateFilter: boolean;
  /** Started by the merchant; false is paused (D-6). */
  enabled: boolean;
  schedule: AutomationSchedule;
  /** As it is kept: references in place of words (`destination.ts`). */
  destination: Destination;
  /** Chosen while the report runs, of another kind. It waits until the merchant puts it in use. Absent and null: none. */
  next?: Destination | null;
};

/** Every day at 00:01, from now on; of a custom week Monday, of a custom month the 1st (S-2.9). */
export const dailySchedule: AutomationSchedule = {
  frequency: Frequency.Daily,
  delay: Delay.NoDelay,
  customWeeklyDay: Weekday.Monday,
  customMonthlyDay: 1,
  customHour: 1,
  startsFrom: null,
  endsTo: null,
};
