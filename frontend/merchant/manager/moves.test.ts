import { describe, expect, it } from "vitest";
import { describePosition, moveBy, moveTo, sortByIds } from "./moves.ts";

describe("moving a row of a list", () => {
  it.each([
    ["up swaps it with the one above", "b", -1, "bac"],
    ["down swaps it with the one below", "b", 1, "acb"],
    ["up at the top leaves the list", "a", -1, "abc"],
    ["down at the bottom leaves the list", "c", 1, "abc"],
    ["that is not there leaves the list", "x", 1, "abc"],
  ] as const)("%s", (_, id, by, wanted) => {
    expect(moveBy([..."abc"], id, by).join("")).toBe(wanted);
  });

  it.each([
    ["to the top", "c", 0, "cab"],
    ["to the bottom", "a", 2, "bca"],
    ["beyond the end", "a", 9, "bca"],
    ["to where it is", "b", 1, "abc"],
  ])("%s", (_, id, place, wanted) => {
    expect(moveTo([..."abc"], id, place).join("")).toBe(wanted);
  });
});

describe("rows in an order", () => {
  const rows = [..."abc"].map((id) => ({ id }));

  it("follow it, with those made in the meantime at the end and without those deleted in the meantime", () => {
    expect(sortByIds(rows, ["c", "gone", "a"]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("have their place in words", () => {
    expect(describePosition("Weekly", 2, 5)).toBe("“Weekly” is at place 2 of 5.");
  });
});
