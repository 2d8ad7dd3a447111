import { DateTime } from "luxon";
import { Frequency } from "#domain/enumerations.ts";
import { getIntervalHours } from "#domain/schedule/frequencies.ts";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { formatDay } from "../../shared/time/shop-time.ts";

/** Days per calendar page, and the grouping of slots. */
export type Scale = { days: number; group: "day" | "month" | "year" };

const rare: readonly Frequency[] = [Frequency.Monthly, Frequency.CustomMonthly];
const weekly: readonly Frequency[] = [Frequency.Weekly, Frequency.CustomWeekly, Frequency.MondayThursday];

/**
 * A scale with 12 to 170 slots per page: a week or two of hourly slots, months of daily ones, a year of weekly or
 * monthly ones.
 */
export const getScale = (frequency: Frequency): Scale => {
  const hours = getIntervalHours(frequency);
  if (hours !== null) return { days: hours <= 2 ? 7 : 14, group: "day" };
  if (rare.includes(frequency)) return { days: 365, group: "year" };
  return weekly.includes(frequency) ? { days: 182, group: "month" } : { days: 62, group: "month" };
};

export type Days = { from: string; to: string };

/** Local days of a calendar page; page 0 ends today. */
export const daysOfPage = ({ days }: Scale, page: number, today: string): Days => {
  const last = DateTime.fromISO(today, { zone: "utc" }).minus({ days: days * page });
  return { from: last.minus({ days: days - 1 }).toFormat("yyyy-LL-dd"), to: last.toFormat("yyyy-LL-dd") };
};

/** Formats the days in the shop's date format: `2026/10/01 – 2026/12/01`. */
export const formatDays = ({ from, to }: Days): string =>
  [from, to].map((day) => formatDay(DateTime.fromISO(day, { zone: "utc" }))).join(" – ");

export type SlotGroup = { key: string; label: string; slots: SlotOutcome[] };

const formats = {
  day: ["yyyy-LL-dd", "ccc d LLL"],
  month: ["yyyy-LL", "LLLL yyyy"],
  year: ["yyyy", "yyyy"],
} as const;

/** Groups slots by day, month or year in the shop: newest group first, oldest slot first within a group. */
export const groupSlots = (slots: readonly SlotOutcome[], { group }: Scale, zone: string): SlotGroup[] => {
  const [keyFormat, labelFormat] = formats[group];
  const groups = new Map<string, SlotGroup>();
  for (const slot of slots) {
    const at = DateTime.fromISO(slot.From, { zone, locale: "en-GB" });
    const key = at.toFormat(keyFormat);
    const known = groups.get(key) ?? { key, label: at.toFormat(labelFormat), slots: [] };
    known.slots.push(slot);
    groups.set(key, known);
  }
  return [...groups.values()].sort((a, b) => (a.key < b.key ? 1 : -1));
};
