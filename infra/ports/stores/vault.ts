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
   * value. The same value of an owner has one reference under a prefix until it is erased, whoever keeps it and when. What is kept anew
   * is new until {@link Vault.settle} says that something refers to it; kept once more while it is new, its time begins again.
   */
  putOnce(values: readonly string[], options: { owner: string; prefix: string }): Promise<string[]>;
  /**
   * The references of values that are kept, in their order, without keeping any; undefined of those that are not, or that
   * {@link Vault.eraseNew} may take before the sweep after the next one: they are to be kept first.
   */
  known(values: readonly string[], options: { owner: string; prefix: string }): Promise<(string | undefined)[]>;
  /**
   * Begins a sweep: references that were new when the last one began, and were not kept again since, in order. Only one process may
   * sweep, and the time between two sweeps is what whoever has kept a value has to refer to it.
   */
  beginSweep(prefix: string): Promise<{ reference: string; owner: string }[]>;
  /** Something refers to these: they stay until they are erased. */
  settle(references: readonly string[]): Promise<void>;
  /** Erases those that are new still and were not kept again since {@link Vault.beginSweep} gave them out; answers how many. */
  eraseNew(references: readonly string[]): Promise<number>;
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
