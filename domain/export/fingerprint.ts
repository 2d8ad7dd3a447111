/** Byte equality depends on these properties of the machine (D-7). */
export type Fingerprint = { app: string; icu: string; tz: string; node: string };

/** Both write the same content for the same rows. Node's version only affects compressed bytes. */
export const isEquivalentFingerprint = (one: Fingerprint, other: Fingerprint): boolean =>
  one.app === other.app && one.icu === other.icu && one.tz === other.tz;
