import { expect, it } from "vitest";
import {
  advanceProgress,
  initialProgress,
  isInRanges,
  mergeRanges,
  type PartitionProgress,
} from "./position-ranges.ts";

const after = (positions: string, from: PartitionProgress = initialProgress): PartitionProgress =>
  [...positions].reduce(advanceProgress, from);

it("Positions between consecutive messages count as handled", () => {
  expect(after("adg")).toEqual({ taken: [["a", "g"]], last: "g" });
  expect(isInRanges(after("adg").taken, "b")).toBe(true);
  expect(isInRanges(after("adg").taken, "h")).toBe(false);
});

it("A batch that is published again changes nothing", () => {
  expect(after("abcdbcde").taken).toEqual([["a", "e"]]);
});

it("Events before the start of a recreated topic count as handled only once they arrive", () => {
  const late = after("pq", { taken: [["a", "f"]], last: undefined });
  expect(late.taken).toEqual([
    ["a", "f"],
    ["p", "q"],
  ]);
  expect(isInRanges(late.taken, "h")).toBe(false);
  const again = after("adfh", late);
  expect(again.taken).toEqual([
    ["a", "h"],
    ["p", "q"],
  ]);
  expect(after("kpq", again).taken).toEqual([["a", "q"]]);
});

it("Overlapping ranges of two members are merged", () => {
  expect(
    mergeRanges(
      [["a", "c"]],
      [
        ["b", "f"],
        ["h", "i"],
      ],
    ),
  ).toEqual([
    ["a", "f"],
    ["h", "i"],
  ]);
});
