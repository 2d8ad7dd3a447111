/** Properties of the machine on which byte equality depends (D-7). */
export type Fingerprint = { app: string; icu: string; tz: string; node: string };

/** True if both write the same content for the same rows. Node's version only affects compressed bytes. */
export const isEquivalentFingerprint = (one: Fingerprint, other: Fingerprint): boolean =>
  one.app === other.app && one.icu === other.icu && one.tz === other.tz;
