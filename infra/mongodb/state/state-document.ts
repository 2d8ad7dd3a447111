/**
 * An entry. `expiresAt`: ms since 1970 by the store's clock, Infinity of what stays. A deleted one has expired {@link longAgoMs} before, and its
 * value is gone; it is cleared away later, as all that expired.
 */
export type StateDocument = {
  _id: string;
  /** JSON: its fields may have any name. */
  value: string;
  version: number;
  expiresAt: number;
  index: { field: string; value: string }[];
  recent: number[];
};

/** Further back than the time of any process is behind another's: what was deleted by one has expired for all, at once. */
export const longAgoMs = 60_000;
