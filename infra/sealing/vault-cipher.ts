import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { createKeyring } from "./keyring.ts";

const tagBytes = 16;

type Sealed = { nonce: Buffer; sealed: Buffer };

/** AES-256-GCM, bound to reference and owner. */
export type VaultCipher = {
  encrypt(reference: string, owner: string, value: string): Sealed;
  /** @throws {Error} the value was altered, belongs to another reference or owner, or was encrypted with another key */
  decrypt(reference: string, owner: string, nonce: Uint8Array, sealed: Uint8Array): string;
  /** A keyed hash that finds an owner's equal value without decrypting any. */
  computeLookupHash(owner: string, prefix: string, value: string): string;
  /** Creates a reference for `put`. */
  newReference(): string;
  /** Creates a reference for `putOnce`: the prefix and 22 random characters. */
  newReferenceWithPrefix(prefix: string): string;
  /**
   * Proof of the key. A vault stores it at first use and compares it at each start, so that a wrong key is reported at
   * startup, not at the first read.
   */
  proof: string;
  sign(purpose: string, text: string): string;
};

/** @throws {RangeError} unless the master key has 32 bytes */
export const createVaultCipher = (masterKey: Uint8Array): VaultCipher => {
  const keys = createKeyring(masterKey);
  const context = (reference: string, owner: string): Buffer => Buffer.from(JSON.stringify([reference, owner]));
  return {
    encrypt(reference, owner, value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keys.derive("vault-values"), nonce).setAAD(
        context(reference, owner),
      );
      return { nonce, sealed: Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]) };
    },
    decrypt(reference, owner, nonce, sealed) {
      const decipher = createDecipheriv("aes-256-gcm", keys.derive("vault-values"), nonce, { authTagLength: tagBytes })
        .setAAD(context(reference, owner))
        .setAuthTag(sealed.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new Error(`Vault row ${reference} was altered or sealed with another master key.`, { cause });
      }
    },
    computeLookupHash: (owner, prefix, value) => keys.sign("vault-lookup", JSON.stringify([owner, prefix, value])),
    newReference: () => `vault-${randomUUID()}`,
    newReferenceWithPrefix: (prefix) => `${prefix}${randomBytes(16).toString("base64url")}`,
    proof: keys.sign("key-proof", "sheaf"),
    sign: keys.sign,
  };
};
