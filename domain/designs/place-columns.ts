import { reorder } from "../core/ordering.ts";

export type Placement = {
  /** The visible columns as the user saw them and as they made them, in order; what they did not send is not in `wanted`. */
  base: readonly string[];
  wanted: readonly string[];
  /** As they stand. */
  current: readonly string[];
  /** What the user hides and shows of it. */
  hide: readonly string[];
  show: readonly string[];
};

/** The order of the visible columns step by step: without those that are hidden, with the moves, with those that are shown. */
export type Placed = { left: string[]; ordered: string[]; moved: string[]; shown: string[] };

/**
 * Where columns stand after an edit, whatever others moved, showed or hid meanwhile. Moves are merged as those of every list; a column
 * that is shown goes behind the nearest one above it in `wanted` that is visible, or else to the front. What several people show at one
 * place stands there by its key, so that it does not matter who was first.
 */
export const placeColumns = ({ base, wanted, current, hide, show }: Placement): Placed => {
  const [hidden, saw] = [new Set(hide), new Set(base)];
  const left = current.filter((column) => !hidden.has(column));
  const { to: ordered, moved } = reorder({ base, wanted: wanted.filter((column) => saw.has(column)), current: left });
  const newly = new Set(show);
  const shown = [...ordered];
  for (const [place, column] of wanted.entries()) {
    if (!newly.has(column)) continue;
    const above = wanted.slice(0, place).findLast((other) => shown.includes(other));
    let at = above === undefined ? 0 : shown.indexOf(above) + 1;
    const isTheirs = (other: string | undefined): other is string =>
      other !== undefined && !saw.has(other) && !newly.has(other);
    for (let other = shown[at]; isTheirs(other) && other < column; other = shown[at]) at += 1;
    shown.splice(at, 0, column);
  }
  return { left, ordered, moved, shown };
};
