import { useEffect, useMemo, useState } from "react";
import { type ColumnRange, findVisibleColumns } from "../layout.ts";

/**
 * Up to this number all columns are rendered. Beyond it only visible ones are, since each adds a cell to every row.
 */
const maxDrawn = 60;

/** Rendered margin left and right of the visible part, px; and the rest of it at which more is rendered. */
const around = 900;
const nearest = 300;

/** The visible horizontal range of a table, px. */
type Sight = { left: number; right: number };

/**
 * The columns to render in a scrolling table's rows, beside the sticky first one. `edges`: of all columns, from
 * `computeEdges`.
 */
export const useVisibleColumns = (scroller: () => HTMLElement | null, edges: readonly number[]): ColumnRange => {
  const count = edges.length - 1;
  const isWide = count > maxDrawn;
  const [sight, setSight] = useState<Sight>(() => ({ left: 0, right: window.innerWidth }));
  useEffect(() => {
    const element = scroller();
    if (!isWide || element === null) return;
    const updateSight = () => {
      const left = element.scrollLeft;
      const right = left + element.clientWidth;
      setSight((drawn) => {
        const isFar = drawn.left - left > around - nearest || right - drawn.right > around - nearest;
        return isFar ? { left, right } : drawn;
      });
    };
    updateSight();
    element.addEventListener("scroll", updateSight, { passive: true });
    window.addEventListener("resize", updateSight);
    return () => {
      element.removeEventListener("scroll", updateSight);
      window.removeEventListener("resize", updateSight);
    };
  }, [scroller, isWide]);
  return useMemo(
    () =>
      isWide
        ? findVisibleColumns(edges, sight.left - around, sight.right + around)
        : { from: Math.min(1, count), to: count },
    [isWide, edges, sight, count],
  );
};
