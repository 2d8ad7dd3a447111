/** Pixels of one unit of a column's width, and the least that a column is drawn with (S-2.9). */
const pxPerUnit = 7;
const narrowestPx = 10;

/** Under these widths, in units, a header has no room for its sort button, and none for its menu (S-2.9). */
const smallUnder = 12;
const tooSmallUnder = 8;

/** Width in pixels of a column of so many units. */
export const drawnWidth = (units: number): number => Math.max(narrowestPx, Math.round(units * pxPerUnit));

/** Units that a header has that was drawn so many pixels wider. */
export const unitsAfter = (units: number, pixels: number): number => units + pixels / pxPerUnit;

export type HeaderSize = "usual" | "small" | "too small";

export const headerSize = (units: number): HeaderSize => {
  if (units < tooSmallUnder) return "too small";
  return units < smallUnder ? "small" : "usual";
};

/** Left edges of columns that stand side by side from 0, and the right edge of the last. */
export const edgesOf = (widths: readonly number[]): number[] => {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
};

/** Columns that stand side by side, from one up to before another. */
export type Stretch = { from: number; to: number };

/** The columns behind the first one of which something stands between two places, in pixels. */
export const stretchInSight = (edges: readonly number[], left: number, right: number): Stretch => {
  const count = edges.length - 1;
  let from = Math.min(1, count);
  while (from < count && (edges[from + 1] ?? 0) <= left) from += 1;
  let to = from;
  while (to < count && (edges[to] ?? 0) < right) to += 1;
  return { from, to };
};

/** The gap between columns that is nearest to `x`: 0 before the first, their number behind the last. */
export const gapAt = (edges: readonly number[], x: number): number => {
  let gap = 0;
  while (gap < edges.length - 1 && x > ((edges[gap] ?? 0) + (edges[gap + 1] ?? 0)) / 2) gap += 1;
  return gap;
};

/** The place that a column has when it was taken out of its own and put into a gap. `from`: -1 for one that comes from elsewhere. */
export const placeInGap = (from: number, gap: number): number => (from >= 0 && gap > from ? gap - 1 : gap);

/** How many lines of a cell are in sight before somebody asks for more; the styles of the table have the same. */
const linesInSight = 4;
/** In pixels: what stands left and right of a cell's text, and the widest letter. */
const around = 20;
const widestLetter = 13;

/** Whether a text may take more lines than are in sight, in a column of this width in pixels. Only where it may the cell is measured. */
export const mayClip = (text: string, width: number): boolean => {
  const letters = Math.max(1, Math.floor((width - around) / widestLetter));
  if (text.length <= letters * linesInSight && !text.includes("\n")) return false;
  const lines = text
    .split("\n", linesInSight + 1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
  return lines > linesInSight;
};
