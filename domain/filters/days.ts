const pattern = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;

/**
 * Parses a local day to a number that sorts like it: 20261120 for `2026-11-20` or `2026/11/20`. Accepts days that the
 * month lacks, as they compare correctly: `date(YYYY-MM; 0)-31` is the end of any month.
 */
export const parseDayNumber = (text: string): number | undefined => {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [month, day] = [Number(match[3]), Number(match[4])];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? Number(match[1]) * 10_000 + month * 100 + day : undefined;
};

/** Day of a clock time, ms (domain/dates/local-clock.ts). */
export const dayNumberOfClock = (clock: number): number => {
  const date = new Date(clock);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
};

/** True if the calendar has the day. */
export const isRealDay = (day: number): boolean => {
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
  return new Date(Date.UTC(2000 + (year % 400), month - 1, date)).getUTCDate() === date;
};
