const msPerDay = 86_400_000;
/** Day 0. Serial 1 is 1 January 1900, and 60 is 29 February 1900, which never existed. */
const epoch = Date.UTC(1899, 11, 30);
const lastSerial = 2_958_465;

export type Day = { year: number; month: number; date: number };

/** Whole part of a serial; null outside of Excel's range. */
export const wholeSerial = (serial: number): number | null => {
  const whole = Math.floor(serial);
  return whole >= 0 && whole <= lastSerial ? whole : null;
};

/** Returns the day of a serial; null if Excel has none. */
export const dayOfSerial = (serial: number): Day | null => {
  const whole = wholeSerial(serial);
  if (whole === null) return null;
  if (whole === 0) return { year: 1900, month: 1, date: 0 };
  if (whole === 60) return { year: 1900, month: 2, date: 29 };
  const moment = new Date(epoch + (whole < 60 ? whole + 1 : whole) * msPerDay);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, date: moment.getUTCDate() };
};

/** Returns null if Excel has no such day. Months and dates beyond their range carry over. */
export const serialOfDay = (year: number, month: number, date: number): number | null => {
  if (year === 1900 && month === 2 && date === 29) return 60;
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, date);
  const days = Math.round((moment.getTime() - epoch) / msPerDay);
  const serial = days <= 60 ? days - 1 : days;
  return serial >= 0 && serial <= lastSerial ? serial : null;
};

/** Counts a month's days. Months beyond December belong to later years. */
export const daysInMonth = (year: number, month: number): number => {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, 0);
  return moment.getUTCDate();
};

/** Seconds since midnight, rounded. */
export const secondsOfSerial = (serial: number): number => Math.round((serial - Math.floor(serial)) * 86_400) % 86_400;
