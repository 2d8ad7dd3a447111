import { describe, expect, it } from "vitest";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { CountState } from "../../resources/order-count.ts";
import { countMarks, describeEmptyPreview, describeFilteredLines, describePreview } from "./describe-preview.ts";

const preview = (orders: number, rows: number, leftOut?: number): Preview => ({
  Columns: ["OrderNum"],
  Sheets: [{ Name: null, Rows: Array.from({ length: rows }, () => ({ StartsOrder: true, Cells: ["#1"] })) }],
  Orders: orders,
  Limit: 20,
  ...(leftOut && { RowsLeftOut: leftOut }),
  Generated: false,
  SlowColumns: [],
  MoneyFormat: null,
  CurrencyCode: "EUR",
  Locale: "en",
  Instants: [],
  DateFormat: 0,
  AdminUrl: "",
  GatheredAt: "2026-11-20T12:00:00.000Z",
});
const known = (Count: number, HasPostProcessFilters = false): CountState => ({
  state: "known",
  count: { Count, HasPostProcessFilters },
});

describe("the text about the first rows of a file", () => {
  it("says how many orders they are from, and how many there are in total", () => {
    expect(describePreview(preview(20, 31), false, known(1300), 0)).toBe("31 rows from the newest 20 of 1,300 orders");
    expect(describePreview(preview(20, 31), false, known(1300, true), 0)).toBe(
      "31 rows from the newest 20 of <=1,300 orders",
    );
    expect(describePreview(preview(20, 31), false, { state: "loading" }, 0)).toBe("31 rows from the newest 20 orders");
    expect(describePreview(preview(20, 31), false, known(5), 45)).toBe(
      "31 rows from the newest 20 of 45 chosen orders",
    );
  });

  it("gives the number of searched orders if a filter is checked after fetching", () => {
    expect(describePreview({ ...preview(3, 4), LookedAt: 250 }, false, known(1300, true), 0)).toBe(
      "4 rows from 3 orders found among the newest 250",
    );
  });

  it("says that these are all if every order was read, and counts rows that were left out", () => {
    expect(describePreview(preview(1, 1), false, known(1), 0)).toBe("1 row from 1 order");
    expect(describePreview(preview(12, 1000, 30), false, known(12), 0)).toBe("All 1,030 rows from 12 orders");
  });

  it("counts an unread order when it says whether these are all", () => {
    const left = { Order: "#1", Columns: [], MoreColumns: 0, LeftOut: true, HasId: true };
    expect(describePreview({ ...preview(19, 30), Unread: [left] }, false, known(1300), 0)).toBe(
      "30 rows from the newest 19 of 1,300 orders",
    );
    expect(describePreview({ ...preview(11, 30), Unread: [left] }, false, known(12), 0)).toBe(
      "All 30 rows from 11 orders",
    );
  });

  it("says that product rows add up only these orders, and that the file adds up all", () => {
    expect(describePreview(preview(20, 31), true, known(1300), 0)).toBe(
      "31 rows, adding up only the newest 20 of 1,300 orders. The file adds up all of them",
    );
    expect(describePreview(preview(20, 31), true, { state: "loading" }, 0)).toBe(
      "31 rows, adding up only the newest 20 orders. The file adds up all orders",
    );
    expect(describePreview({ ...preview(3, 4), LookedAt: 250 }, true, known(1300, true), 0)).toBe(
      "4 rows, adding up only 3 orders found among the newest 250. The file adds up all that match",
    );
    expect(describePreview(preview(12, 5), true, known(12), 0)).toBe("All 5 rows from 12 orders");
  });
});

describe("the text about a filter that leaves lines out", () => {
  const filtered = (LinesLeft: string[], WholeOrders: string[]): Preview => ({
    ...preview(3, 4),
    LinesFiltered: { LinesLeft, WholeOrders },
  });

  it("says which amounts it reduces and which not, overall and per column", () => {
    const both = filtered(["Quantity"], ["OrderTotal"]);
    expect(describeFilteredLines(both)).toBe(
      "Line amounts count only lines that match the filter. Order amounts count whole orders.",
    );
    expect([...countMarks(both)]).toEqual([
      ["OrderTotal", "whole order"],
      ["Quantity", "matching lines"],
    ]);
    expect(describeFilteredLines(filtered([], ["OrderTotal"]))).toBe(
      "Order amounts count whole orders, including lines that your filter leaves out.",
    );
  });

  it("is absent if no amount covers whole orders, or no line is left out", () => {
    expect(describeFilteredLines(filtered(["Quantity"], []))).toBeNull();
    expect(describeFilteredLines(preview(3, 4))).toBeNull();
    expect(countMarks(preview(3, 4)).size).toBe(0);
  });
});

it("the text about the first rows of a file mentions test orders", () => {
  expect(describePreview({ ...preview(12, 31), TestOrders: 2 }, false, known(12), 0)).toBe(
    "All 31 rows from 12 orders. 2 of these orders are test orders.",
  );
});

it("a preview without rows says why, as far as that is known", () => {
  const titleOf = (changes: Partial<Preview>) => describeEmptyPreview({ ...preview(0, 0), ...changes }).title;
  expect(titleOf({})).toBe("No rows with these choices");
  expect(titleOf({ LookedAt: 250 })).toBe("None among the newest 250 orders");
  const Unread = [{ Order: "#1042", Columns: [], MoreColumns: 0, LeftOut: true, HasId: true }];
  expect(titleOf({ Unread, LookedAt: 250 })).toBe("We couldn't read these rows");
});
