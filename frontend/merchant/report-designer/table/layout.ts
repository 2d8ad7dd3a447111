/** Pixels per width unit, and a column's minimum width, px (S-2.9). */
const pxPerUnit = 7;
const narrowestPx = 10;

/** Below these widths, in units, a header has no room for its sort button, and none for its menu (S-2.9). */
const smallUnder = 12;
const tooSmallUnder = 8;

/** A width in px. */
export const drawnWidth = (units: number): number => Math.max(narrowestPx, Math.round(units * pxPerUnit));

/** Units of a header after widening it by some pixels. */
export const unitsAfter = (units: number, pixels: number): number => units + pixels / pxPerUnit;

export type HeaderSize = "usual" | "small" | "too small";

export const headerSize = (units: number): HeaderSize => {
  if (units < tooSmallUnder) return "too small";
  return units < smallUnder ? "small" : "usual";
};

/** Left edges of adjacent columns from 0, and the right edge of the last. */
export const computeEdges = (widths: readonly number[]): number[] => {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
};

/** Adjacent columns, from one up to but excluding another. */
export type ColumnRange = { from: number; to: number };

/** The columns after the first one that are at least partly between two positions, px. */
export const findVisibleColumns = (edges: readonly number[], left: number, right: number): ColumnRange => {
  const count = edges.length - 1;
  let from = Math.min(1, count);
  while (from < count && (edges[from + 1] ?? 0) <= left) from += 1;
  let to = from;
  while (to < count && (edges[to] ?? 0) < right) to += 1;
  return { from, to };
};

/** The gap nearest to `x`: 0 before the first column, their number after the last. */
export const gapAt = (edges: readonly number[], x: number): number => {
  let gap = 0;
  while (gap < edges.length - 1 && x > ((edges[gap] ?? 0) + (edges[gap + 1] ?? 0)) / 2) gap += 1;
  return gap;
};

/** A column's place after it is dropped into a gap. `from`: its old place, -1 for a column from elsewhere. */
export const indexInGap = (from: number, gap: number): number => (from >= 0 && gap > from ? gap - 1 : gap);

/** Visible lines of a collapsed cell; the table's styles have the same number. */
const linesInSight = 4;
/** Padding left and right of a cell's text, and the widest letter, px. */
const around = 20;
const widestLetter = 13;

/** True if a text may exceed the visible lines at a width in px. Only such cells are measured. */
export const canClip = (text: string, width: number): boolean => {
  const letters = Math.max(1, Math.floor((width - around) / widestLetter));
  if (text.length <= letters * linesInSight && !text.includes("\n")) return false;
  const lines = text
    .split("\n", linesInSight + 1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
  return lines > linesInSight;
};
