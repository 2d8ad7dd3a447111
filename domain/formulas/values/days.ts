/** Excel's count of days: 1 is 1 January 1900, and 60 a 29 February that never was. */
const dayLength = 86_400_000;
const epoch = Date.UTC(1899, 11, 30);
const lastSerial = 2_958_465;

export type Day = { year: number; month: number; date: number };

/** The whole part of a serial number; null of one outside of the days that Excel has. */
export const wholeSerial = (serial: number): number | null => {
  const whole = Math.floor(serial);
  return whole >= 0 && whole <= lastSerial ? whole : null;
};

/** The day of a serial number, of its whole part; null where Excel has none. */
export const dayOfSerial = (serial: number): Day | null => {
  const whole = wholeSerial(serial);
  if (whole === null) return null;
  if (whole === 0) return { year: 1900, month: 1, date: 0 };
  if (whole === 60) return { year: 1900, month: 2, date: 29 };
  const moment = new Date(epoch + (whole < 60 ? whole + 1 : whole) * dayLength);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, date: moment.getUTCDate() };
};

/** The serial number of a day; months and dates beyond their ends go on into the next or the last ones. Null where Excel has none. */
export const serialOfDay = (year: number, month: number, date: number): number | null => {
  if (year === 1900 && month === 2 && date === 29) return 60;
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, date);
  const days = Math.round((moment.getTime() - epoch) / dayLength);
  const serial = days <= 60 ? days - 1 : days;
  return serial >= 0 && serial <= lastSerial ? serial : null;
};

/** The last date of a month; months beyond December are those of the next years. */
export const lastDateOf = (year: number, month: number): number => {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, 0);
  return moment.getUTCDate();
};

/** Seconds since midnight of a serial number, rounded. */
export const secondsOfSerial = (serial: number): number => Math.round((serial - Math.floor(serial)) * 86_400) % 86_400;
