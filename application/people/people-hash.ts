import { hash } from "node:crypto";
import { toCanonicalAddress } from "#domain/privacy/canonical-address.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** A person: a numeric platform id as text, or an e-mail address. */
export type PersonMark = { kind: "order" | "customer" | "email"; value: string };

/** Mark of the key: its hash comes first in every people file. With another key, absence can't be proven. */
export const keyMark = { kind: "key", value: "" } as const;

/** 128 bits: no chance collisions among some millions of marks per shop. */
export const peopleHashBytes = 16;

/** Hash for people without a record: nobody's absence from the file can then be proven. */
export const unknownPersonHash = "00".repeat(peopleHashBytes);

/**
 * Keyed hash of a mark, per shop: {@link peopleHashBytes} bytes as lower-case hex. E-mail addresses ignore case; their
 * domain is ASCII.
 */
export type PeopleHash = (mark: PersonMark | typeof keyMark) => string;

/** A key per purpose and tenant: hashes reveal nothing about other shops' customers. */
export const createPeopleHash = (vault: Pick<Vault, "sign">, tenant: string): PeopleHash => {
  const hmac = createShortHmac(Buffer.from(vault.sign("people-in-files", tenant), "base64url"));
  return ({ kind, value }) =>
    hmac(`${kind} ${kind === "email" ? toCanonicalAddress(value) : value}`).slice(0, 2 * peopleHashBytes);
};

/** Block and digest of SHA-256, bytes. */
const [block, digest] = [64, 32];

/**
 * HMAC-SHA256 (RFC 2104), lower-case hex. Two hashes over reused memory take half the time of Node's HMAC; an export
 * needs three or four per order. `key`: at most one block.
 */
const createShortHmac = (key: Uint8Array): ((text: string) => string) => {
  const padded = (pad: number, more: number): Buffer => {
    const bytes = Buffer.alloc(block + more, pad);
    for (const [at, byte] of key.entries()) bytes[at] = byte ^ pad;
    return bytes;
  };
  let inner = padded(0x36, 1_024);
  const outer = padded(0x5c, digest);
  return (text) => {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    if (block + 3 * text.length > inner.length)
      inner = Buffer.concat([inner.subarray(0, block)], block + 3 * text.length);
    const end = block + inner.write(text, block);
    outer.write(hash("sha256", inner.subarray(0, end), "binary"), block, "binary");
    return hash("sha256", outer, "hex");
  };
};
