import { reorder } from "../core/ordering.ts";

export type ColumnOrderEdit = {
  /** `base`: visible columns as the user saw them. `submitted`: columns that the user sent, in their order. */
  base: readonly string[];
  submitted: readonly string[];
  current: readonly string[];
  hide: readonly string[];
  show: readonly string[];
};

/** Order of visible columns after hiding, moving and showing. */
export type ColumnOrders = { remaining: string[]; ordered: string[]; moved: string[]; shown: string[] };

/**
 * Merges a column order with concurrent moves, shows and hides. Moves merge as in every list. A newly shown column goes
 * after the nearest visible one above it in `submitted`, else to the front. Columns shown concurrently at one position
 * are sorted by key, so the result does not depend on who was first.
 */
export const mergeColumnOrder = ({ base, submitted, current, hide, show }: ColumnOrderEdit): ColumnOrders => {
  const [hidden, saw] = [new Set(hide), new Set(base)];
  const remaining = current.filter((column) => !hidden.has(column));
  const { to: ordered, moved } = reorder({
    base,
    wanted: submitted.filter((column) => saw.has(column)),
    current: remaining,
  });
  const newly = new Set(show);
  const merged = [...ordered];
  for (const [place, column] of submitted.entries()) {
    if (!newly.has(column)) continue;
    const above = submitted.slice(0, place).findLast((other) => merged.includes(other));
    let insertIndex = above === undefined ? 0 : merged.indexOf(above) + 1;
    const isTheirs = (other: string | undefined): other is string =>
      other !== undefined && !saw.has(other) && !newly.has(other);
    for (let other = merged[insertIndex]; isTheirs(other) && other < column; other = merged[insertIndex])
      insertIndex += 1;
    merged.splice(insertIndex, 0, column);
  }
  return { remaining, ordered, moved, shown: merged };
};
