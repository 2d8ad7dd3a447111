import { createHmac, hkdfSync } from "node:crypto";

/** Keys derived from the master key, one per purpose, so that what one purpose signs is worth nothing for another. */
export type Keyring = {
  /** 32 bytes. */
  derive(purpose: string): Buffer;
  /** HMAC-SHA256 as base64url. */
  sign(purpose: string, text: string): string;
};

/** @throws {RangeError} unless the master key has 32 bytes */
export const createKeyring = (masterKey: Uint8Array): Keyring => {
  if (masterKey.length !== 32) throw new RangeError(`A master key has 32 bytes, this one has ${masterKey.length}.`);
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string): Buffer => {
    const known = derived.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", masterKey, "", `sheaf/${purpose}`, 32));
    derived.set(purpose, key);
    return key;
  };
  return {
    derive,
    sign: (purpose, text) =>
      createHmac("sha256", derive(`sign/${purpose}`))
        .update(text)
        .digest("base64url"),
  };
};
