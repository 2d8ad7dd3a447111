const pattern = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;

/**
 * A local day as a number that compares like the day: 20261120 of `2026-11-20`, `2026/11/20` or `2026-1-5`. Undefined when the text
 * is none. A day that a month lacks is let through (`date(YYYY-MM; 0)-31` is the end of any month): it compares well.
 */
export const dayNumber = (text: string): number | undefined => {
  const read = pattern.exec(text);
  if (read === null) return undefined;
  const [month, day] = [Number(read[3]), Number(read[4])];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? Number(read[1]) * 10_000 + month * 100 + day : undefined;
};

/** The same of the milliseconds that a zone's clocks show (domain/dates/local-clock.ts). */
export const dayNumberOfClock = (clock: number): number => {
  const date = new Date(clock);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
};

/** Whether the calendar has the day. */
export const isRealDay = (day: number): boolean => {
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
  return new Date(Date.UTC(2000 + (year % 400), month - 1, date)).getUTCDate() === date;
};
