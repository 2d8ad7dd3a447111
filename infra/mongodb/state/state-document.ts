/**
 * `expiresAt`: ms since 1970 by the store's clock, Infinity for entries that stay. A deleted entry has no value and
 * expired {@link longAgoMs} ago; it is cleared away later like all expired ones.
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

/**
 * ms; more than the difference between any two processes' times. So a deleted entry has expired for all of them at
 * once.
 */
export const longAgoMs = 60_000;
