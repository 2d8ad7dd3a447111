import { Delay, type FileType, Frequency, Weekday } from "../../enumerations.ts";
import type { Destination } from "./destination.ts";

/**
 * The schedule of an automated report as the merchant sets it up (S-2.3.8, R-40, R-42). Keeps values that only other
 * frequencies use.
 */
export type AutomationSchedule = {
  frequency: Frequency;
  delay: Delay;
  /** For CustomWeekly. */
  customWeeklyDay: Weekday;
  /** For CustomMonthly, 1 to 31. */
  customMonthlyDay: number;
  /** Minutes since local midnight, 0 to 1439. Used from Daily up. */
  customHour: number;
  /** Local days `YYYY-MM-DD`, both included; null means no limit. */
  startsFrom: string | null;
  endsTo: string | null;
};

/** An automated report as the merchant sets it up (S-2.3.8). Its run status is in its own stream (D-6). */
export type AutomationDefinition = {
  title: string;
  reportId: string;
  filterId: string;
  fileType: FileType;
  exportEmptyReports: boolean;
  applyDateFilter: boolean;
  /** False if the merchant paused it (D-6). */
  enabled: boolean;
  schedule: AutomationSchedule;
  /** Tokenized: references instead of texts (`destination.ts`). */
  destination: Destination;
  /**
   * A destination of another kind, chosen while the report runs, until the merchant puts it in use. Absent or
   * null: none.
   */
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

/** Parts of a new automated report that the merchant has chosen already. */
export type ChosenParts = Partial<Pick<AutomationDefinition, "reportId" | "filterId" | "fileType">>;
