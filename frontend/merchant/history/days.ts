import { DateTime } from "luxon";
import type { HistoryItem } from "#domain/wire/history.ts";
import { formatDay } from "../../shared/time/shop-time.ts";

export type Day = { day: string; label: string; items: HistoryItem[] };

/** 'Today, 2026/11/20'; older ones 'Wednesday, 2026/11/18'. */
const labelOf = (day: DateTime, today: DateTime): string => {
  const date = formatDay(day);
  if (day.hasSame(today, "day")) return `Today, ${date}`;
  if (day.hasSame(today.minus({ days: 1 }), "day")) return `Yesterday, ${date}`;
  return `${day.setLocale("en").toFormat("cccc")}, ${date}`;
};

/** Groups items by day. `now`: in the shop's zone, which decides the days. */
export const byDay = (items: readonly HistoryItem[], now: DateTime): Day[] => {
  const days: Day[] = [];
  for (const item of items) {
    const at = DateTime.fromISO(item.At, { zone: now.zone });
    const day = at.toISODate() ?? item.At;
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, label: labelOf(at, now), items: [item] });
  }
  return days;
};
