import { Delay, Frequency, Weekday } from "#domain/enumerations.ts";
import { describeAutomationFieldValue } from "#domain/workspace/automations/automation-text.ts";

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

type Choice<V> = { value: V; name: string };

const frequencies = (...values: Frequency[]): Choice<Frequency>[] =>
  values.map((value) => ({ value, name: capital(describeAutomationFieldValue("schedule", value)) }));

/** Frequencies from high to low. */
export const frequencyGroups: readonly { title: string; choices: readonly Choice<Frequency>[] }[] = [
  {
    title: "Several times a day",
    choices: frequencies(
      Frequency.Hourly,
      Frequency.Every2Hours,
      Frequency.Every4Hours,
      Frequency.Every6Hours,
      Frequency.Every8Hours,
      Frequency.Every12Hours,
    ),
  },
  { title: "Days", choices: frequencies(Frequency.Daily, Frequency.Every48Hours, Frequency.Weekdays) },
  {
    title: "Weeks",
    choices: frequencies(
      Frequency.MondayWednesdayFriday,
      Frequency.MondayThursday,
      Frequency.Weekly,
      Frequency.CustomWeekly,
    ),
  },
  { title: "Months", choices: frequencies(Frequency.Monthly, Frequency.CustomMonthly) },
];

/** Details that a frequency's name leaves open. */
export const frequencyNotes: Partial<Record<Frequency, string>> = {
  [Frequency.Weekly]: "On Mondays",
  [Frequency.Monthly]: "On the 1st",
};

/** In display order. */
export const weekdays: readonly Choice<Weekday>[] = [
  Weekday.Monday,
  Weekday.Tuesday,
  Weekday.Wednesday,
  Weekday.Thursday,
  Weekday.Friday,
  Weekday.Saturday,
  Weekday.Sunday,
].map((value) => ({ value, name: describeAutomationFieldValue("custom_weekly_day", value) }));

export const monthDays: readonly Choice<number>[] = Array.from({ length: 31 }, (_, day) => ({
  value: day + 1,
  name: String(day + 1),
}));

export const delays: readonly Choice<Delay>[] = [
  Delay.OneHour,
  Delay.TwoHours,
  Delay.EightHours,
  Delay.TwelveHours,
  Delay.OneDay,
  Delay.TwoDays,
].map((value) => ({ value, name: describeAutomationFieldValue("delay_automation", value) }));
