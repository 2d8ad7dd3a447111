import type { Position } from "../ports/stores/event-store.ts";

/** `instant`: ISO UTC, wall time. */
export type Mark = { position: Position; eventId: string; instant: string };

/** The state store's memory of its event store. `marks`: oldest first; the last follows the head. */
export type History = { storeId: string; marks: Mark[] };

export const historyKey = "history";

/** Holds the history during a repair. Sheaf doesn't start without one, so a killed repair must be finished first. */
export const historyBeforeMendKey = "history-before-mend";

const minGapMs = 60_000;

/**
 * Adds a mark. Drops marks whose neighbors are within a minute or a quarter of their age: a year takes about 60, and
 * the age of an older event store copy is known to within a quarter.
 */
export const addMark = (marks: readonly Mark[], newest: Mark): Mark[] => {
  const all = [...marks, newest];
  const at = (mark: Mark | undefined): number => Date.parse(mark?.instant ?? newest.instant);
  const kept: Mark[] = [];
  for (const [n, mark] of all.entries()) {
    const before = kept.at(-1);
    const after = all[n + 1];
    const gap = Math.max(minGapMs, (at(newest) - at(after)) / 4);
    if (!before || !after || at(after) - at(before) >= gap) kept.push(mark);
  }
  return kept;
};
