import { gapAt } from "../layout.ts";

/**
 * The table as a drop target: finds the gap under a pointer and shows a line in it. Writes to the DOM directly, as it
 * runs on every pointer move.
 */
export type DropTarget = {
  /** The table's scrolling element, the line, and the band of a column's future width; null after unmounting. */
  setScroller: (element: HTMLElement | null) => void;
  setLine: (element: HTMLElement | null) => void;
  setBand: (element: HTMLElement | null) => void;
  /** Edges of the columns, px, from `computeEdges`. */
  setEdges: (edges: readonly number[]) => void;
  scroller: () => HTMLElement | null;
  /** The gap at a window position; null outside the table. `above`: positions above and below the table count too. */
  at: (x: number, y: number, above: boolean) => number | null;
  /** Shows the line in a gap; null hides it. */
  show: (gap: number | null) => void;
  /** Shows a column's new width by its place and the width, px; null hides it. */
  stretch: (column: { at: number; width: number } | null) => void;
  /** A pointer's nearness to an edge, within some pixels: from -1 at the left to 1 at the right, else 0. */
  pull: (x: number, within: number) => number;
  /** Scrolls a gap into view, right of the sticky first column. */
  reveal: (gap: number) => void;
  /** Scrolls to a whole column, or to the beginning of one wider than the table. */
  revealColumn: (at: number) => void;
};

/** The band's drawn width, px; it is scaled to the shown width. */
export const bandPx = 100;

/** Distance between a gap and the table's edge after scrolling, px. */
const margin = 80;

export const createDropTarget = (): DropTarget => {
  let scroller: HTMLElement | null = null;
  let line: HTMLElement | null = null;
  let band: HTMLElement | null = null;
  let edges: readonly number[] = [0];
  const edgeOf = (gap: number): number => edges[Math.min(gap, edges.length - 1)] ?? 0;
  const showAt = (left: number) => {
    if (line === null) return;
    if (line.style.opacity !== "1") line.style.opacity = "1";
    line.style.transform = `translateX(${Math.max(0, left - 1)}px)`;
  };
  const show = (gap: number | null) => {
    if (gap !== null) showAt(edgeOf(gap));
    else if (line !== null) line.style.opacity = "0";
  };
  const reveal = (gap: number) => {
    if (scroller === null) return;
    const edge = edgeOf(gap);
    const { scrollLeft, clientWidth } = scroller;
    const hidden = edgeOf(1);
    if (edge - hidden - margin < scrollLeft) scroller.scrollLeft = edge - hidden - margin;
    else if (edge + margin > scrollLeft + clientWidth) scroller.scrollLeft = edge + margin - clientWidth;
  };
  return {
    setScroller: (element) => {
      scroller = element;
    },
    setLine: (element) => {
      line = element;
    },
    setBand: (element) => {
      band = element;
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
    show,
    stretch: (column) => {
      if (band !== null) band.style.opacity = column === null ? "0" : "";
      if (column === null) return show(null);
      // The first column is sticky at the left edge, however far the table is scrolled.
      const left = column.at === 0 ? (scroller?.scrollLeft ?? 0) : edgeOf(column.at);
      if (band !== null) band.style.transform = `translateX(${left}px) scaleX(${column.width / bandPx})`;
      showAt(left + column.width);
    },
    pull: (x, within) => {
      if (scroller === null) return 0;
      const { left, right } = scroller.getBoundingClientRect();
      const near = (distance: number) => Math.max(0, Math.min(1, 1 - distance / within));
      return near(right - x) - near(x - left);
    },
    reveal,
    revealColumn: (at) => {
      reveal(at + 1);
      reveal(at);
    },
  };
};
