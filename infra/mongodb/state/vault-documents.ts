import type { Binary } from "mongodb";

/**
 * `_id`: for `putOnce`, the keyed hash of owner, prefix and value, so that one upsert decides its reference; else the
 * reference after `=`, which begins no hash. `sweep` exists until a reference to the value is known.
 */
export type VaultDocument = {
  _id: string;
  reference: string;
  owner: string;
  nonce: Binary;
  sealed: Binary;
  sweep?: "new" | "aged";
};

/** References per query, each of which must end in time. */
export const valuesPerQuery = 200;

export const prefixFilter = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` });
