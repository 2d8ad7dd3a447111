import { describe, expect, it } from "vitest";
import type { Cell } from "../columns/definition.ts";
import { createFinish } from "./finish.ts";

const amount: Cell = { kind: "number", decimal: "10" };
/** Returns which rows of these orders keep the amount, and which start an order. */
const finished = (orders: (string | null)[], options?: { scattered: boolean }, once = [0]) => {
  const finish = createFinish(once, options);
  const rows = orders.map((orderKey) => finish({ orderKey, sortCell: null, cells: [amount] }));
  return { amounts: rows.map(({ cells }) => cells[0] !== null), starts: rows.map(({ startsOrder }) => startsOrder) };
};

describe("an amount of the order", () => {
  it("is on the first of an order's consecutive rows", () => {
    expect(finished(["a", "a", "b", "a"].slice(0, 3))).toEqual({
      amounts: [true, false, true],
      starts: [true, false, true],
    });
  });

  it("is on an order's first row in the final sequence, even if its rows are scattered", () => {
    expect(finished(["a", "b", "a", "b", "b"], { scattered: true })).toEqual({
      amounts: [true, true, false, false, false],
      starts: [true, true, true, true, false],
    });
  });

  it("stays on every row that covers several orders", () => {
    expect(finished([null, null], { scattered: true })).toEqual({ amounts: [true, true], starts: [true, true] });
    expect(finished([null, null])).toEqual({ amounts: [true, true], starts: [true, true] });
  });

  it("is removed from no other column", () => {
    expect(finished(["a", "a"], { scattered: true }, []).amounts).toEqual([true, true]);
  });

  it("is removed without modifying the given row", () => {
    const finish = createFinish([0]);
    const cells = [amount];
    finish({ orderKey: "a", sortCell: null, cells });
    expect(finish({ orderKey: "a", sortCell: null, cells }).cells).toEqual([null]);
    expect(cells).toEqual([amount]);
  });
});
