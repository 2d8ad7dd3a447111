import { gapAt } from "./layout.ts";

/**
 * The table as a place to drop columns: knows the gap under a pointer and shows a line in it. It writes to the page itself, because it is
 * told of every move of a pointer and nothing else of the page changes with one.
 */
export type DropTarget = {
  /** The element that scrolls the table, and the line; null when they have gone. */
  setScroller: (element: HTMLElement | null) => void;
  setLine: (element: HTMLElement | null) => void;
  /** Edges of the columns in pixels, as `edgesOf` answers them. */
  setEdges: (edges: readonly number[]) => void;
  scroller: () => HTMLElement | null;
  /** The gap at a place of the window; null outside of the table. `above`: places above and beneath it count too. */
  at: (x: number, y: number, above: boolean) => number | null;
  /** Shows the line in a gap; null takes it away. */
  show: (gap: number | null) => void;
  /** Scrolls a gap into sight. */
  reveal: (gap: number) => void;
};

/** Room that stays between a gap and the edge of the table when it is scrolled to. */
const margin = 80;

export const createDropTarget = (): DropTarget => {
  let scroller: HTMLElement | null = null;
  let line: HTMLElement | null = null;
  let edges: readonly number[] = [0];
  const edgeOf = (gap: number): number => edges[Math.min(gap, edges.length - 1)] ?? 0;
  return {
    setScroller: (element) => {
      scroller = element;
    },
    setLine: (element) => {
      line = element;
    },
    setEdges: (now) => {
      edges = now;
    },
    scroller: () => scroller,
    at: (x, y, above) => {
      if (scroller === null) return null;
      const { left, right, top, bottom } = scroller.getBoundingClientRect();
      if (x < left - margin || x > right + margin || (!above && (y < top || y > bottom))) return null;
      return gapAt(edges, x - left + scroller.scrollLeft);
    },
    show: (gap) => {
      if (line === null) return;
      line.style.opacity = gap === null ? "0" : "1";
      if (gap !== null) line.style.transform = `translateX(${Math.max(0, edgeOf(gap) - 1)}px)`;
    },
    reveal: (gap) => {
      if (scroller === null) return;
      const edge = edgeOf(gap);
      const { scrollLeft, clientWidth } = scroller;
      if (edge - margin < scrollLeft) scroller.scrollLeft = edge - margin;
      else if (edge + margin > scrollLeft + clientWidth) scroller.scrollLeft = edge + margin - clientWidth;
    },
  };
};
