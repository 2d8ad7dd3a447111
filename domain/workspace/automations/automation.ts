import { type DateBasis, Delay, type FileType, Frequency, Weekday } from "../../enumerations.ts";
import type { Destination } from "./destination.ts";

/** The merchant's schedule (S-2.3.8, R-40, R-42). Keeps values of other frequencies. */
export type AutomationSchedule = {
  frequency: Frequency;
  delay: Delay;
  /** Day of a CustomWeekly schedule. */
  customWeeklyDay: Weekday;
  /** Day of a CustomMonthly schedule, 1 to 31. */
  customMonthlyDay: number;
  /** Minutes since local midnight, 0 to 1439. Used from Daily up. */
  customHour: number;
  /** Local days `YYYY-MM-DD`, both included; null means no limit. */
  startsFrom: string | null;
  endsTo: string | null;
};

/** The merchant's set-up (S-2.3.8). Run status has its own stream (D-6). */
export type AutomationDefinition = {
  title: string;
  reportId: string;
  filterId: string;
  fileType: FileType;
  exportEmptyReports: boolean;
  applyDateFilter: boolean;
  /** The day by which orders belong to a report; absent: the day of creation. */
  dateBasis?: DateBasis;
  /** False while paused (D-6). */
  enabled: boolean;
  schedule: AutomationSchedule;
  /** Tokenized (`destination.ts`). */
  destination: Destination;
  /** Another kind of destination, chosen while the report runs, until the merchant puts it in use. */
  next?: Destination | null;
};

/** Every day at 00:01. A custom week uses Monday, a custom month the 1st (S-2.9). */
export const dailySchedule: AutomationSchedule = {
  frequency: Frequency.Daily,
  delay: Delay.NoDelay,
  customWeeklyDay: Weekday.Monday,
  customMonthlyDay: 1,
  customHour: 1,
  startsFrom: null,
  endsTo: null,
};

/** Parts chosen before the automated report exists. */
export type ChosenParts = Partial<Pick<AutomationDefinition, "reportId" | "filterId" | "fileType" | "dateBasis">>;
