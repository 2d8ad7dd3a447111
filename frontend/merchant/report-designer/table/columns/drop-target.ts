import { gapAt } from "../layout.ts";

/**
 * The table as a place to drop columns: knows the gap under a pointer and shows a line in it. It writes to the page itself, because it is
 * told of every move of a pointer and nothing else of the page changes with one.
 */
export type DropTarget = {
  /** The element that scrolls the table, the line, and the band that is as wide as a column will be; null when they have gone. */
  setScroller: (element: HTMLElement | null) => void;
  setLine: (element: HTMLElement | null) => void;
  setBand: (element: HTMLElement | null) => void;
  /** Edges of the columns in pixels, as `edgesOf` answers them. */
  setEdges: (edges: readonly number[]) => void;
  scroller: () => HTMLElement | null;
  /** The gap at a place of the window; null outside of the table. `above`: places above and beneath it count too. */
  at: (x: number, y: number, above: boolean) => number | null;
  /** Shows the line in a gap; null takes it away. */
  show: (gap: number | null) => void;
  /** Shows how wide a column will be, by the column's place and its new width in pixels; null takes that away. */
  stretch: (column: { at: number; width: number } | null) => void;
  /** How near a pointer is to the left or right edge, within so many pixels: from -1 at the left one to 1 at the right one, else 0. */
  pull: (x: number, within: number) => number;
  /** Scrolls a gap into sight, right of the first column, which stays where it is. */
  reveal: (gap: number) => void;
  /** The same for a whole column; of one that is wider than the table its beginning. */
  revealColumn: (at: number) => void;
};

/** How wide the band is drawn; what it shows it is stretched to. */
export const bandPx = 100;

/** Room that stays between a gap and the edge of the table when it is scrolled to. */
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
      // The first column stands at the left edge however far the table was scrolled.
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
