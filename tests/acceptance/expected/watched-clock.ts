const minute = 60_000;
const hour = 60 * minute;

/** Clocks go on evenly for `length` minutes: at the instant `at` (ms) they reach `wall`. Or they jump (`length` 0): all up to `wall` is reached at once. */
export type Advance = { wall: number; at: number; length: number };

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day and time that a zone's clock shows, as the ms that UTC would call so. */
export const clockShows = (instant: number, zone: string): number => {
  const known =
    formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  formats.set(zone, known);
  return Date.parse(`${known.format(instant).replace(" ", "T")}Z`);
};

/**
 * Simulates reading a clock every minute between two instants, noting each time that is later than all before. If both
 * ends of an hour have the same UTC offset, only the ends are read.
 */
export const watchClock = (zone: string, from: number, to: number): Advance[] => {
  let latest = clockShows(from - minute, zone);
  const seen: Advance[] = [];
  const look = (at: number): void => {
    const wall = clockShows(at, zone);
    if (wall <= latest) return;
    seen.push({ wall, at, length: wall === latest + minute ? 1 : 0 });
    latest = wall;
  };
  for (let at = from; at < to; at += hour) {
    const [start, end] = [clockShows(at - minute, zone), clockShows(at + hour - minute, zone)];
    if (start === latest && end === start + hour) {
      seen.push({ wall: start + minute, at, length: 60 });
      latest = end;
    } else for (let moment = at; moment < at + hour; moment += minute) look(moment);
  }
  return seen;
};

/** When wall-clock times (in order, whole minutes) are reached for the first time: instants in ms. */
export const reached = (walls: readonly number[], seen: readonly Advance[]): number[] => {
  let place = 0;
  return walls.map((wall) => {
    for (;;) {
      const advance = seen[place];
      if (advance === undefined) throw new Error("The clock was not watched for long enough.");
      if (wall <= advance.wall) return advance.at;
      if (wall < advance.wall + advance.length * minute) return advance.at + wall - advance.wall;
      place += 1;
    }
  });
};
