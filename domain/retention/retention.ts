/** Days for which the file of a report is kept, by what asked for it (part 2 section 9, decision 39). */
export const fileKeptDays = {
  manual: 7,
  /** Automated: hourly, every 2 and every 4 hours. */
  upToFourHours: 2,
  /** Automated: every 6, 8 and 12 hours. */
  upToTwelveHours: 4,
  /** Automated: every other schedule. */
  dailyAndLonger: 7,
} as const;

/** The longest of them. */
export const longestFileKeptDays = Math.max(...Object.values(fileKeptDays));

export const dayMs = 24 * 3_600_000;
