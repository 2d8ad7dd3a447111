/** Read in place of a missing vault row (D-3). */
export const Erased = Symbol("erased");

/**
 * Encrypted secrets and personal values; events and other stores hold only the reference. Values are put and erased one
 * at a time, so a kill may leave a call on several half done. Every call sees all writes answered before it began, from
 * any process.
 */
export type Vault = {
  /** Puts a value under a new reference, or replaces that of a given one. `owner` is the tenant. */
  put(value: string, options: { owner: string; reference?: string }): Promise<string>;
  /**
   * Puts values under random references of 22 characters after a prefix, in order. An owner's value has one reference
   * per prefix until it is erased. A value stays new until {@link Vault.markReferenced} reports a reference to it; putting it
   * again restarts its time.
   */
  putOnce(values: readonly string[], options: { owner: string; prefix: string }): Promise<string[]>;
  /**
   * References of stored values, in order, without storing any. Undefined for unknown values, and for those that
   * {@link Vault.eraseUnreferenced} may erase before the sweep after the next one: put these first.
   */
  findReferences(
    values: readonly string[],
    options: { owner: string; prefix: string },
  ): Promise<(string | undefined)[]>;
  /**
   * Begins a sweep: answers, in order, the references that were new when the last one began and were not put again
   * since. Only one process may sweep. Writers must refer to a value before two sweeps have begun.
   */
  beginCleanup(prefix: string): Promise<{ reference: string; owner: string }[]>;
  /** Marks references as in use: they stay until erased. */
  markReferenced(references: readonly string[]): Promise<void>;
  /**
   * Erases those that are still new and were not put again since {@link Vault.beginCleanup} listed them; answers how
   * many.
   */
  eraseUnreferenced(references: readonly string[]): Promise<number>;
  read(reference: string): Promise<string | typeof Erased>;
  /** The values of many references; erased ones are absent. */
  readAll(references: readonly string[]): Promise<Map<string, string>>;
  erase(reference: string): Promise<boolean>;
  /**
   * Erases all values of an owner; answers how many. Values put in the meantime may stay; a caller killed during it
   * calls again.
   */
  eraseOwner(owner: string): Promise<number>;
  /**
   * References of an owner's values that satisfy `holds`, among references with a prefix; in order. Concurrent puts and
   * erasures may or may not show.
   */
  findMatching(owner: string, prefix: string, holds: (value: string) => boolean): Promise<string[]>;
  /** A keyed hash (HMAC-SHA256, base64url) for links and lookups, bound to a purpose. */
  sign(purpose: string, text: string): string;
};
