import type { Binary } from "mongodb";

/**
 * A value. `_id`: of one that is kept once the keyed hash of owner, prefix and value, so that one upsert decides whose reference it is; of
 * others the reference behind a sign that no hash has. `sweep` is there while it is not known whether anything refers to it.
 */
export type VaultDocument = {
  _id: string;
  reference: string;
  owner: string;
  nonce: Binary;
  sealed: Binary;
  sweep?: "new" | "aged";
};

/** Values that one question is about. */
export const atOnce = 200;

/** References that begin with a prefix. */
export const behind = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` });
