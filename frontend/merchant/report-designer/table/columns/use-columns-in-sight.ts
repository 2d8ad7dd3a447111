import { useEffect, useMemo, useState } from "react";
import { type Stretch, stretchInSight } from "../layout.ts";

/** As many columns are always drawn; of more only those in sight, since each makes a cell in every row. */
const mostDrawn = 60;

/** Pixels that are drawn left and right of what is in sight, and how near their end may come before others are drawn. */
const around = 900;
const nearest = 300;

/** What a table shows from left to right, in pixels. */
type Sight = { left: number; right: number };

/**
 * Which columns to draw in the rows of a table that scrolls, beside the first one, which stays in sight. `edges`: of all columns, as
 * `edgesOf` answers them.
 */
export const useColumnsInSight = (scroller: () => HTMLElement | null, edges: readonly number[]): Stretch => {
  const count = edges.length - 1;
  const isWide = count > mostDrawn;
  const [sight, setSight] = useState<Sight>(() => ({ left: 0, right: window.innerWidth }));
  useEffect(() => {
    const element = scroller();
    if (!isWide || element === null) return;
    const look = () => {
      const left = element.scrollLeft;
      const right = left + element.clientWidth;
      setSight((drawn) => {
        const isFar = drawn.left - left > around - nearest || right - drawn.right > around - nearest;
        return isFar ? { left, right } : drawn;
      });
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      element.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [scroller, isWide]);
  return useMemo(
    () =>
      isWide
        ? stretchInSight(edges, sight.left - around, sight.right + around)
        : { from: Math.min(1, count), to: count },
    [isWide, edges, sight, count],
  );
};
