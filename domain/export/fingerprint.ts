/** The machine's properties on which equal bytes depend (D-7). */
export type Fingerprint = { app: string; icu: string; tz: string; node: string };

/** Whether the same rows give the same content under both: all but Node itself, on which only compressed bytes depend. */
export const writesAlike = (one: Fingerprint, other: Fingerprint): boolean =>
  one.app === other.app && one.icu === other.icu && one.tz === other.tz;
