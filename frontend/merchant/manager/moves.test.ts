import { describe, expect, it } from "vitest";
import { describePosition, moveBy, moveTo, sortByIds } from "./moves.ts";

describe("moving a row of a list", () => {
  it.each([
    ["up swaps it with the one above", "b", -1, "bac"],
    ["down swaps it with the one below", "b", 1, "acb"],
    ["up at the top changes nothing", "a", -1, "abc"],
    ["down at the bottom changes nothing", "c", 1, "abc"],
    ["that isn't in the list changes nothing", "x", 1, "abc"],
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

describe("rows in a given order", () => {
  const rows = [..."abc"].map((id) => ({ id }));

  it("include those created in the meantime at the end, without deleted ones", () => {
    expect(sortByIds(rows, ["c", "gone", "a"]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("have a description of their position", () => {
    expect(describePosition("Weekly", 2, 5)).toBe("“Weekly” is at place 2 of 5.");
  });
});
