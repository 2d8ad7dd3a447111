import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** Derives one key per purpose: a signature for one is worthless for another. */
export type Keyring = {
  /** 32 bytes. Node would make a key object of bare bytes on every use, which takes four times as long as the use. */
  derive(purpose: string): KeyObject;
  /** HMAC-SHA256 as base64url. */
  sign(purpose: string, text: string): string;
};

/** @throws {RangeError} unless the master key has 32 bytes */
export const createKeyring = (masterKey: Uint8Array): Keyring => {
  if (masterKey.length !== 32) throw new RangeError(`A master key has 32 bytes, this one has ${masterKey.length}.`);
  const derived = new Map<string, KeyObject>();
  const derive = (purpose: string): KeyObject => {
    const known = derived.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", masterKey, "", `sheaf/${purpose}`, 32)));
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
