import { describe, expect, it } from "vitest";
import { orderStatusText, rowAfterKey, selectedText, selectionProblem, toggleOrder, withAll } from "./selection.ts";

describe("choosing orders one by one", () => {
  it("takes an order and gives it back", () => {
    const one = toggleOrder(new Set(), "a");
    expect([...one]).toEqual(["a"]);
    expect([...toggleOrder(one, "a")]).toEqual([]);
  });

  it("adds all listed rows to those of other pages, each once", () => {
    expect([...withAll(new Set(["a", "b"]), ["b", "c"])]).toEqual(["a", "b", "c"]);
  });

  it("says when more are chosen than a report can hold", () => {
    const ids = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
    expect(selectionProblem(ids(10_000))).toBeNull();
    expect(selectionProblem(ids(10_001))).toMatch("At most 10,000 orders");
  });

  it("counts in words", () => {
    expect([selectedText(0), selectedText(1), selectedText(1250)]).toEqual([
      "0 orders selected",
      "1 order selected",
      "1,250 orders selected",
    ]);
    expect(orderStatusText("partially_paid")).toBe("Partially paid");
  });

  it("moves by keys and stays in the table", () => {
    const keys = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "a"];
    expect(keys.map((key) => rowAfterKey(key, 0, 5))).toEqual([1, 0, 4, 0, 0, 4, null]);
  });
});
