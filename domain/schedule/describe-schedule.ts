import { DateTime } from "luxon";
import { Frequency } from "../enumerations.ts";
import { joinList } from "../text/join-list.ts";
import { getIntervalHours } from "./frequencies.ts";
import type { Schedule } from "./schedule.ts";

/** `countedFrom`: left out of the words if unknown. */
type DescribedSchedule = Omit<Schedule, "zone" | "countedFrom"> & { countedFrom?: string };

/** `Every Monday at 00:01`. */
export const describeFrequency = (schedule: DescribedSchedule): string => {
  const hours = getIntervalHours(schedule.frequency);
  return hours === null
    ? `${daysInWords(schedule)} at ${time(schedule.customHour)}${note(schedule)}`
    : hoursInWords(hours);
};

/** `Every Monday at 00:01. Runs 2 hours later. From 14 Oct 2026 until 31 Oct 2026.` */
export const describeSchedule = (schedule: DescribedSchedule): string =>
  [describeFrequency(schedule), delayInWords(schedule.delay), limitsInWords(schedule)]
    .filter((sentence) => sentence !== "")
    .map((sentence) => `${sentence}.`)
    .join(" ");

const hoursInWords = (hours: number): string => {
  if (hours === 1) return "Every hour, on the hour";
  const times = Array.from({ length: 24 / hours }, (_, index) => time(index * hours * 60));
  return `Every ${hours} hours, ${times.length > 4 ? `from ${times[0]} to ${times.at(-1)}` : `at ${joinList(times)}`}`;
};

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const daysInWords = ({ frequency, customWeeklyDay, customMonthlyDay }: DescribedSchedule): string => {
  switch (frequency) {
    case Frequency.Weekly:
      return "Every Monday";
    case Frequency.CustomWeekly:
      return `Every ${weekdays[customWeeklyDay]}`;
    case Frequency.Weekdays:
      return "Monday to Friday";
    case Frequency.MondayWednesdayFriday:
      return "Every Monday, Wednesday and Friday";
    case Frequency.MondayThursday:
      return "Every Monday and Thursday";
    case Frequency.Monthly:
      return "On the 1st of every month";
    case Frequency.CustomMonthly:
      return customMonthlyDay === 31
        ? "On the last day of every month"
        : `On the ${ordinal(customMonthlyDay)} of every month`;
    case Frequency.Every48Hours:
      return "Every second day";
    default:
      return "Every day";
  }
};

const note = ({ frequency, customMonthlyDay, startsFrom, countedFrom }: DescribedSchedule): string => {
  if (frequency === Frequency.Every48Hours && startsFrom === null && countedFrom !== undefined)
    return `, counted from ${day(countedFrom)}`;
  const lacking = frequency === Frequency.CustomMonthly && (customMonthlyDay === 29 || customMonthlyDay === 30);
  return lacking ? ", or on the last day of a shorter month" : "";
};

const delayInWords = (hours: number): string => {
  if (hours === 0) return "";
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"];
  return `Runs ${count} ${unit}${count === 1 ? "" : "s"} later`;
};

const limitsInWords = ({ startsFrom, endsTo }: DescribedSchedule): string => {
  if (startsFrom !== null && startsFrom === endsTo) return `Only on ${day(startsFrom)}`;
  const from = startsFrom === null ? "" : `from ${day(startsFrom)}`;
  const until = endsTo === null ? "" : `until ${day(endsTo)}`;
  const both = [from, until].filter((part) => part !== "").join(" ");
  return both.charAt(0).toUpperCase() + both.slice(1);
};

/** Minutes since midnight as `HH:MM` (S-2.9). */
const time = (minutes: number): string =>
  `${Math.floor(minutes / 60)}`.padStart(2, "0").concat(":", `${minutes % 60}`.padStart(2, "0"));

const day = (date: string): string => DateTime.fromISO(date, { zone: "utc", locale: "en" }).toFormat("d LLL yyyy");

const ordinal = (number: number): string => {
  const ending = { 1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st" }[number] ?? "th";
  return `${number}${ending}`;
};
