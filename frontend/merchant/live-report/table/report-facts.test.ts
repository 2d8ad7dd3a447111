import { describe, expect, it } from "vitest";
import { describeLeftOut, describeMerge, describeSize } from "./report-facts.ts";

const facts = {
  gatheredAt: "2026-11-20T12:05:00Z",
  orders: 1_000,
  rows: 2_310,
  limit: 1_000,
  hasMore: false,
  lookedAt: null,
  leftOut: 0,
  unread: [],
  columns: 8,
  isSlow: false,
  localStatus: null,
};

describe("the notes of a live report", () => {
  it("give only the size of a complete report", () => {
    expect(describeLeftOut(facts, null)).toEqual([]);
    expect(describeSize(facts)).toBe("1,000 orders, 2,310 rows");
    expect(describeSize({ orders: 1, rows: 1 })).toBe("1 order, 1 row");
  });

  it("name hidden parts", () => {
    expect(describeLeftOut({ ...facts, hasMore: true }, null)).toEqual([
      "These are the newest 1,000 orders. There are more.",
    ]);
    expect(describeLeftOut({ ...facts, hasMore: true }, 1_204)).toEqual([
      "These are the newest 1,000 of 1,204 orders.",
    ]);
    expect(describeLeftOut({ ...facts, unread: ["Without #7: it couldn't be read."] }, null)).toEqual([
      "Without #7: it couldn't be read.",
    ]);
    expect(describeLeftOut({ ...facts, hasMore: true, lookedAt: 2_000, leftOut: 120 }, null)).toEqual([
      "Only the newest 2,000 orders were checked against the filter. Choose a shorter date range to check them all.",
      "120 more rows at the end are not shown.",
    ]);
  });

  it("count the rows changed by a refresh", () => {
    expect(describeMerge({ added: 3, changed: 1 })).toBe("3 new rows, 1 changed");
    expect(describeMerge({ added: 1, changed: 0 })).toBe("1 new row");
    expect(describeMerge({ added: 0, changed: 2 })).toBe("2 rows changed");
    expect(describeMerge({ added: 0, changed: 0 })).toBe("");
  });
});
