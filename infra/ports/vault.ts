/** What a missing vault row reads as (design.md section 3). */
export const Erased = Symbol("erased");

/** Secrets and personal values, encrypted; events and other stores hold only the reference. */
export type Vault = {
  /** Keeps a value under a new reference. `owner` is the tenant; `lookup` makes it findable by a keyed hash (an e-mail address, say). */
  put(value: string, options: { owner: string; lookup?: string; reference?: string }): Promise<string>;
  read(reference: string): Promise<string | typeof Erased>;
  erase(reference: string): Promise<boolean>;
  /** Erases all values of an owner; answers how many. */
  eraseOwner(owner: string): Promise<number>;
  /** References whose `lookup` was this text, ignoring case and outer blanks. */
  find(owner: string, lookup: string): Promise<string[]>;
  /** A keyed hash (HMAC-SHA256, base64url) for links and lookups, bound to a purpose. */
  sign(purpose: string, text: string): string;
};
