/**
 * Number of changes that a document remembers, each by a number drawn in advance (ADR 31). It finds a change whose
 * answer was lost, even after other changes, and makes a late duplicate a no-op.
 */
const maxRememberedChanges = 8;

export const unlessApplied = (change: number) => ({ recent: { $ne: change } });

export const markApplied = (change: number) => ({
  $push: { recent: { $each: [change], $slice: -maxRememberedChanges } },
});

export const isApplied = (document: { recent?: readonly number[] } | null, change: number): boolean =>
  document?.recent?.includes(change) ?? false;
