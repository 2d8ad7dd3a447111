import { describe, expect, it } from "vitest";
import { cloneTitle, findFirstFreeTitle, findFreeTitle, findTitleProblem } from "./titles.ts";

describe("a title", () => {
  it.each([
    ["", "needs a title"],
    ["  \t ", "needs a title"],
    ["x".repeat(51), "at most 50 characters, and this one has 51"],
    ["\u202e\u200b\ufeff", "needs a title"],
    ["a < b", "< or >"],
    ["a > b", "< or >"],
    ["two\nlines", "control characters"],
    ["bell\u0007", "control characters"],
    ["half a pair \ud83d", "control characters"],
    ["no character \uffff", "control characters"],
  ])("%j is rejected for every kind of item", (title, words) => {
    for (const kind of ["filter", "design", "automation"] as const)
      expect(findTitleProblem(title, kind)).toContain(words);
  });

  it("of a report design cannot start with a digit, but a filter's can", () => {
    expect(findTitleProblem(" 2026 sales", "design")).toContain("digit");
    expect(findTitleProblem("2026 sales", "filter")).toBeUndefined();
  });

  it("may have 50 characters as people count them, without the whitespace around it", () => {
    expect(findTitleProblem(`  ${"🎁".repeat(50)}  `, "filter")).toBeUndefined();
    expect(findTitleProblem("🎁".repeat(51), "filter")).toContain("51");
  });
});

describe("the title of a new item", () => {
  it("has the first free number, regardless of case", () => {
    expect(findFirstFreeTitle("New filter ", [])).toBe("New filter 1");
    expect(findFirstFreeTitle("New filter ", ["new Filter 1", "New filter 3"])).toBe("New filter 2");
    expect(findFreeTitle("Order lines", ["Order lines 2"])).toBe("Order lines");
    expect(findFreeTitle("Order lines", ["order lines", "Order lines 2"])).toBe("Order lines 3");
  });

  it("of a clone names its original, cut at 50 characters", () => {
    expect(cloneTitle("Sales")).toBe("Copy of Sales");
    expect(cloneTitle("🎁".repeat(50))).toBe(`Copy of ${"🎁".repeat(42)}`);
    expect(cloneTitle(`${"x".repeat(41)} y`)).toBe(`Copy of ${"x".repeat(41)}`);
  });
});
