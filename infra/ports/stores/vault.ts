/** Returned for a missing vault row (D-3). */
export const Erased = Symbol("erased");

/**
 * Store of secrets and personal values; elsewhere are only references. Values change one by one, so a kill may leave a
 * call half done. Every call sees all writes acknowledged before it began, from any process.
 */
export type Vault = {
  /** Puts a value under a new reference. With `reference`, replaces that value. `owner`: the tenant. */
  put(value: string, options: { owner: string; reference?: string }): Promise<string>;
  /**
   * Puts values under references of the prefix and 22 random characters, in order. Until erased, an owner's value has
   * one reference per prefix. It stays new until {@link Vault.markReferenced}; putting it again restarts its time.
   */
  putOnce(values: readonly string[], options: { owner: string; prefix: string }): Promise<string[]>;
  /**
   * Finds references, in order. Undefined for unknown values, and those that {@link Vault.eraseUnreferenced} may erase
   * before the sweep after next: put these first.
   */
  findReferences(
    values: readonly string[],
    options: { owner: string; prefix: string },
  ): Promise<(string | undefined)[]>;
  /**
   * Returns, in order, references that were new at the last sweep and not put again since. Only one process may sweep.
   * Writers must refer to a value before two sweeps have begun.
   */
  beginCleanup(prefix: string): Promise<{ reference: string; owner: string }[]>;
  markReferenced(references: readonly string[]): Promise<void>;
  /** Erases values still new and not put again since {@link Vault.beginCleanup}; returns how many. */
  eraseUnreferenced(references: readonly string[]): Promise<number>;
  read(reference: string): Promise<string | typeof Erased>;
  /** Reads values by reference. Erased values are absent. */
  readAll(references: readonly string[]): Promise<Map<string, string>>;
  erase(reference: string): Promise<boolean>;
  /** Returns how many were erased. Values put meanwhile may stay; after a kill, call again. */
  eraseOwner(owner: string): Promise<number>;
  /** Finds references by prefix, in order, where `holds` is true. Concurrent changes may or may not show. */
  findMatching(owner: string, prefix: string, holds: (value: string) => boolean): Promise<string[]>;
  /** HMAC-SHA256, base64url, bound to a purpose; for links and lookups. */
  sign(purpose: string, text: string): string;
};
