import { fileKeptDays } from "#domain/retention/retention.ts";

const days = (count: number): string => `${count} days`;

/** Retention of report files, as stated in both data documents. */
export const fileRetentionTable = {
  head: ["Report", "Its file is kept for"],
  rows: [
    ["made by hand, or as a sample of an automated report", days(fileKeptDays.manual)],
    ["automated, daily, weekly, monthly or another schedule of a day or longer", days(fileKeptDays.dailyAndLonger)],
    ["automated, every 6, 8 or 12 hours", days(fileKeptDays.upToTwelveHours)],
    ["automated, every hour, every 2 or every 4 hours", days(fileKeptDays.upToFourHours)],
  ],
} as const;
