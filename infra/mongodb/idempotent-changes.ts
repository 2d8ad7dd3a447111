/**
 * Changes that a document remembers, by numbers drawn in advance (ADR 31). One with a lost response is found, even
 * after others, and a late duplicate is a no-op.
 */
const maxRememberedChanges = 8;

export const unlessApplied = (change: number) => ({ recent: { $ne: change } });

export const markApplied = (change: number) => ({
  $push: { recent: { $each: [change], $slice: -maxRememberedChanges } },
});

export const isApplied = (document: { recent?: readonly number[] } | null, change: number): boolean =>
  document?.recent?.includes(change) ?? false;
