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
  /** Shows the line so many pixels from the left of the table. */
  showAt: (left: number) => void;
  /** How near a pointer is to the left or right edge, within so many pixels: from -1 at the left one to 1 at the right one, else 0. */
  pull: (x: number, within: number) => number;
  /** While something is dragged over it, nothing of the table answers to the pointer. */
  setDragged: (what: "column" | "edge" | null) => void;
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
  const showAt = (left: number) => {
    if (line === null) return;
    if (line.style.opacity !== "1") line.style.opacity = "1";
    line.style.transform = `translateX(${Math.max(0, left - 1)}px)`;
  };
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
      if (gap !== null) showAt(edgeOf(gap));
      else if (line !== null) line.style.opacity = "0";
    },
    showAt,
    pull: (x, within) => {
      if (scroller === null) return 0;
      const { left, right } = scroller.getBoundingClientRect();
      const near = (distance: number) => Math.max(0, Math.min(1, 1 - distance / within));
      return near(right - x) - near(x - left);
    },
    setDragged: (what) => {
      const before = scroller?.getAttribute("data-dragging") ?? null;
      if (what === before) return;
      if (what === null) scroller?.removeAttribute("data-dragging");
      else scroller?.setAttribute("data-dragging", what);
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
