import type { Position } from "../ports/stores/event-store.ts";

/** An event that was seen in the event store, and when (ISO UTC, wall time). */
export type Mark = { position: Position; eventId: string; instant: string };

/** What the state store remembers of its event store, under {@link historyKey}. `marks`: oldest first, the last one follows the head. */
export type History = { storeId: string; marks: Mark[] };

export const historyKey = "history";

/** Where it stands while the stores are being mended: without a history Sheaf does not start, so a mend that was killed is ended first. */
export const historyBeforeMendKey = "history-before-mend";

const leastGapMs = 60_000;

/**
 * The marks with a new one. One goes when its neighbours are no further apart than a minute and a quarter of their age: a year takes
 * about 60 of them, and the age of an older copy of the event store is known to within a quarter of it.
 */
export const withMark = (marks: readonly Mark[], newest: Mark): Mark[] => {
  const all = [...marks, newest];
  const at = (mark: Mark | undefined): number => Date.parse(mark?.instant ?? newest.instant);
  const kept: Mark[] = [];
  for (const [n, mark] of all.entries()) {
    const before = kept.at(-1);
    const after = all[n + 1];
    const gap = Math.max(leastGapMs, (at(newest) - at(after)) / 4);
    if (!before || !after || at(after) - at(before) >= gap) kept.push(mark);
  }
  return kept;
};
