import { expect, it } from "vitest";
import {
  canClip,
  computeEdges,
  drawnWidth,
  findVisibleColumns,
  gapAt,
  headerSize,
  indexInGap,
  unitsAfter,
} from "./layout.ts";

it("draws 7 px per unit, but at least 10 px", () => {
  expect([1, 4, 16, 90].map(drawnWidth)).toEqual([10, 28, 112, 630]);
  expect(unitsAfter(16, 70)).toBe(26);
});

it("calls a header small under 12 units and too small under 8", () => {
  expect([7, 8, 11, 12].map(headerSize)).toEqual(["too small", "small", "small", "usual"]);
});

it("finds the columns that are at least partly visible, without the first one", () => {
  const edges = computeEdges([100, 50, 200, 30]);
  expect(findVisibleColumns(edges, 0, 120)).toEqual({ from: 1, to: 2 });
  expect(findVisibleColumns(edges, 149, 151)).toEqual({ from: 1, to: 3 });
  expect(findVisibleColumns(edges, 150, 350)).toEqual({ from: 2, to: 3 });
  expect(findVisibleColumns(edges, 360, 900)).toEqual({ from: 3, to: 4 });
  expect(findVisibleColumns(computeEdges([100]), 0, 900)).toEqual({ from: 1, to: 1 });
  expect(findVisibleColumns(computeEdges([]), 0, 900)).toEqual({ from: 0, to: 0 });
});

it("finds the gap that a column is dropped into, and its new index", () => {
  const edges = computeEdges([100, 50, 200]);
  expect(edges).toEqual([0, 100, 150, 350]);
  expect([-5, 40, 60, 124, 126, 249, 260, 999].map((x) => gapAt(edges, x))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(gapAt(computeEdges([]), 10)).toBe(0);
  // Dropped into an adjacent gap, the first of three stays in place; behind the last one it becomes the last.
  expect([0, 1, 2, 3].map((gap) => indexInGap(0, gap))).toEqual([0, 0, 1, 2]);
  expect([0, 1, 2, 3].map((gap) => indexInGap(-1, gap))).toEqual([0, 1, 2, 3]);
});

it("recognizes texts that may take more than four lines in a column", () => {
  expect(canClip("12.50", drawnWidth(16))).toBe(false);
  expect(canClip("Mug", drawnWidth(8))).toBe(false);
  expect(canClip("one\ntwo\nthree\nfour", drawnWidth(16))).toBe(false);
  expect(canClip("one\ntwo\nthree\nfour\nfive", drawnWidth(16))).toBe(true);
  expect(canClip("Mug, blue, with a handle and a lid ".repeat(4), drawnWidth(16))).toBe(true);
  expect(canClip("12.50", drawnWidth(4))).toBe(true);
});
