import { hash } from "node:crypto";
import { canonicalAddress } from "#domain/privacy/canonical-address.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** By what somebody can be found in a file: a numeric id of the platform as text, or an e-mail address. */
export type PersonMark = { kind: "order" | "customer" | "email"; value: string };

/** Its hash stands first in every people file: whoever makes another one of it has another key, and can say of nobody that they are not in there. */
export const keyMark = { kind: "key", value: "" } as const;

/** A 128-bit keyed hash: with some millions of marks in all files of a shop none is met by chance. */
export const peopleHashBytes = 16;

/** Stands among the hashes of a file that may hold somebody of whom nothing is noted. Nobody can be told not to be in it. */
export const somebodyUnknown = "00".repeat(peopleHashBytes);

/** A keyed hash of a mark, of one shop alone: {@link peopleHashBytes} bytes as lower-case hex. Addresses are the same in any case of letters, and with their domain in ASCII. */
export type PeopleHash = (mark: PersonMark | typeof keyMark) => string;

/** The key derives from the vault's, for this purpose and tenant: what is hashed here says nothing of another shop's customers. */
export const createPeopleHash = (vault: Pick<Vault, "sign">, tenant: string): PeopleHash => {
  const hmac = createShortHmac(Buffer.from(vault.sign("people-in-files", tenant), "base64url"));
  return ({ kind, value }) =>
    hmac(`${kind} ${kind === "email" ? canonicalAddress(value) : value}`).slice(0, 2 * peopleHashBytes);
};

/** Bytes that SHA-256 takes at a time, and those of a hash. */
const [block, digest] = [64, 32];

/**
 * HMAC-SHA256 (RFC 2104) as lower-case hex. As its two hashes of memory that is there already it takes half as long as by Node's HMAC, which is an
 * object outside of the heap each time; an export has three or four of each order. `key`: of a block at most.
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
