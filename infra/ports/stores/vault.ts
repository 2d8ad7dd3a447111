/** Read in place of a missing vault row (D-3). */
export const Erased = Symbol("erased");

/**
 * Encrypted secrets and personal values; events and other stores hold references only. Values are put and erased one by
 * one, so a kill may leave a call half done. Every call sees all writes answered before it began, from any process.
 */
export type Vault = {
  /** Puts a value under a new reference, or replaces a given one's. `owner` is the tenant. */
  put(value: string, options: { owner: string; reference?: string }): Promise<string>;
  /**
   * Puts values under a prefix and 22 random characters, in order. An owner's value has one reference per prefix until
   * it is erased. A value stays new until {@link Vault.markReferenced}; putting it again restarts its time.
   */
  putOnce(values: readonly string[], options: { owner: string; prefix: string }): Promise<string[]>;
  /**
   * Finds references of stored values, in order. Undefined for unknown values, and those that {@link
   * Vault.eraseUnreferenced} may erase before the sweep after next: put these first.
   */
  findReferences(
    values: readonly string[],
    options: { owner: string; prefix: string },
  ): Promise<(string | undefined)[]>;
  /**
   * Begins a sweep. Returns, in order, the references that were new at the last sweep and not put again since. Only one
   * process may sweep. Writers must refer to a value before two sweeps have begun.
   */
  beginCleanup(prefix: string): Promise<{ reference: string; owner: string }[]>;
  /** Marks references as in use. */
  markReferenced(references: readonly string[]): Promise<void>;
  /** Erases those still new and not put again since {@link Vault.beginCleanup} listed them; returns how many. */
  eraseUnreferenced(references: readonly string[]): Promise<number>;
  read(reference: string): Promise<string | typeof Erased>;
  /** Reads many values; erased ones are absent. */
  readAll(references: readonly string[]): Promise<Map<string, string>>;
  erase(reference: string): Promise<boolean>;
  /**
   * Erases an owner's values; returns how many. Values put meanwhile may stay; a caller killed during it calls again.
   */
  eraseOwner(owner: string): Promise<number>;
  /**
   * Finds an owner's values by prefix that satisfy `holds`, in order. Concurrent puts and erasures may or may not show.
   */
  findMatching(owner: string, prefix: string, holds: (value: string) => boolean): Promise<string[]>;
  /** Computes a keyed hash (HMAC-SHA256, base64url) for links and lookups, bound to a purpose. */
  sign(purpose: string, text: string): string;
};
