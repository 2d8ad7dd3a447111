import { createLocalClock } from "./local-clock.ts";

/** Parts of an instant in a zone. */
export type DayParts = {
  /** `19:30` */
  time: string;
  /** `2026-10-14` */
  day: string;
  /** ISO 8601, `2026-W42`: belongs to the year of its Thursday. */
  week: string;
  /** `2026-10` */
  month: string;
  /** 0 to 23. */
  hour: number;
};

const dayLength = 24 * 3_600_000;
const padTwo = (n: number): string => `${n}`.padStart(2, "0");

/** `local`: local time as if it were UTC. */
const isoWeek = (local: Date): string => {
  // Days since Monday; the week's Thursday decides its year.
  const weekday = (local.getUTCDay() + 6) % 7;
  const thursday = new Date(local.getTime() + (3 - weekday) * dayLength);
  const year = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayLength);
  return `${year}-W${padTwo(Math.floor(dayOfYear / 7) + 1)}`;
};

/**
 * Splits an instant. `instant`: ISO; `zone`: IANA. Caches one clock, because a report uses only one zone.
 * @throws {UnknownTimezone}
 */
export const createDayParts = (): ((zone: string, instant: string) => DayParts) => {
  let clock: { zone: string; of: (moment: number) => number } | null = null;
  return (zone, instant) => {
    if (clock?.zone !== zone) clock = { zone, of: createLocalClock(zone) };
    const local = new Date(clock.of(Date.parse(instant)));
    const [day = "", time = ""] = local.toISOString().split("T");
    return {
      time: time.slice(0, 5),
      day,
      week: isoWeek(local),
      month: day.slice(0, 7),
      hour: local.getUTCHours(),
    };
  };
};
