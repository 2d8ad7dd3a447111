/**
 * Number of changes that a document remembers, each by a number drawn in advance (ADR 31). It finds a change whose
 * answer was lost, even after other changes, and makes a late duplicate a no-op.
 */
const remembered = 8;

export const notYet = (change: number) => ({ recent: { $ne: change } });

export const noted = (change: number) => ({ $push: { recent: { $each: [change], $slice: -remembered } } });

export const hasHappened = (document: { recent?: readonly number[] } | null, change: number): boolean =>
  document?.recent?.includes(change) ?? false;
