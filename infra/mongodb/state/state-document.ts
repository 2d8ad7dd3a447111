/**
 * `expiresAt`: ms since 1970 by the store's clock; Infinity: never. A deleted entry has no value and expired
 * {@link longAgoMs} ago; it is cleared away like others.
 */
export type StateDocument = {
  _id: string;
  /** Value as JSON: its fields may have any name. */
  value: string;
  version: number;
  expiresAt: number;
  index: { field: string; value: string }[];
  recent: number[];
};

/** Age of a deletion's expiry, ms: more than any two processes' times differ, so it holds for all at once. */
export const longAgoMs = 60_000;
