export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Day texts, `2026-11-20T`: an order has a dozen instants, and a shop spans a few hundred days. */
const days = new Map<number, string>();
const maxDays = 5_000;

const dayText = (day: number): string => {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString().slice(0, 11);
  if (days.size >= maxDays) days.clear();
  days.set(day, text);
  return text;
};

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Formats epoch ms as the platform does: UTC, whole seconds. */
export const instantText = (ms: number): string => {
  const day = Math.floor(ms / DAY);
  const second = Math.floor((ms - day * DAY) / 1000);
  const minute = Math.floor(second / 60);
  return `${dayText(day)}${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}Z`;
};
