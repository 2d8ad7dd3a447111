/** What a missing vault row reads as (D-3). */
export const Erased = Symbol("erased");

/**
 * Secrets and personal values, encrypted; events and other stores hold only the reference. A value is kept and erased by itself: what concerns
 * several of them is done one after the other, and a kill leaves some undone. Every call sees what was answered before it was asked, whoever
 * asked for that.
 */
export type Vault = {
  /** Keeps a value under a new reference, or replaces that of one that is given. `owner` is the tenant. */
  put(value: string, options: { owner: string; reference?: string }): Promise<string>;
  /**
   * Keeps values under random references of 22 characters behind a prefix, in their order; nothing in a reference says anything of its
   * value. The same value of an owner has one reference under a prefix until it is erased, whoever keeps it and when.
   */
  putOnce(values: readonly string[], options: { owner: string; prefix: string }): Promise<string[]>;
  read(reference: string): Promise<string | typeof Erased>;
  /** The values of many references; those that are erased are absent. */
  readAll(references: readonly string[]): Promise<Map<string, string>>;
  erase(reference: string): Promise<boolean>;
  /** Erases all values of an owner; answers how many. Of what is put meanwhile each may stay; who was killed at it asks again. */
  eraseOwner(owner: string): Promise<number>;
  /**
   * References of an owner's values of which `holds` is true, among those whose reference begins with a prefix; in order. Of what is put or
   * erased meanwhile each may be among them or not.
   */
  find(owner: string, prefix: string, holds: (value: string) => boolean): Promise<string[]>;
  /** A keyed hash (HMAC-SHA256, base64url) for links and lookups, bound to a purpose. */
  sign(purpose: string, text: string): string;
};
