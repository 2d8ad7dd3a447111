/**
 * Changes that a document remembers: each has a number of its own, drawn before it is asked for (ADR 31). A change whose answer was lost is
 * found again by it, also where others came behind; and one that arrives once more, late, does nothing.
 */
const remembered = 8;

export const notYet = (change: number) => ({ recent: { $ne: change } });

export const noted = (change: number) => ({ $push: { recent: { $each: [change], $slice: -remembered } } });

export const hasHappened = (document: { recent?: readonly number[] } | null, change: number): boolean =>
  document?.recent?.includes(change) ?? false;
