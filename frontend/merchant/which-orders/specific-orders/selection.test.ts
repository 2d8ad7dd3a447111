import { describe, expect, it } from "vitest";
import { statusFields } from "#domain/filters/description/status-labels.ts";
import { financialWord, fulfillmentWord } from "#domain/orders/status-words.ts";
import { rowAfterKey, selectedText, selectionProblem, toggleOrder, withAll } from "./selection.ts";

describe("choosing orders one by one", () => {
  it("adds an order and removes it again", () => {
    const one = toggleOrder(new Set(), "a");
    expect([...one]).toEqual(["a"]);
    expect([...toggleOrder(one, "a")]).toEqual([]);
  });

  it("adds all listed orders to those of other pages, each once", () => {
    expect([...withAll(new Set(["a", "b"]), ["b", "c"])]).toEqual(["a", "b", "c"]);
  });

  it("reports an error if more are chosen than a report can have", () => {
    const ids = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
    expect(selectionProblem(ids(10_000))).toBeNull();
    expect(selectionProblem(ids(10_001))).toMatch("At most 10,000 orders");
  });

  it("describes the number of orders", () => {
    expect([selectedText(0), selectedText(1), selectedText(1250)]).toEqual([
      "0 orders selected",
      "1 order selected",
      "1,250 orders selected",
    ]);
  });

  it("says statuses in the words of filters", () => {
    const labels = (field: string) =>
      statusFields.find((status) => status.field === field)?.labels.map(({ label }) => label);
    const fulfillment = ["Pending", "partial", "fulfilled"].map(fulfillmentWord);
    expect(labels("fulfillment_status")).toEqual(expect.arrayContaining(fulfillment));
    const financial = ["paid", "partially_paid", "partially_refunded", "refunded", "voided", "pending", "authorized"];
    expect(labels("financial_status")).toEqual(expect.arrayContaining(financial.map(financialWord)));
  });

  it("moves by keyboard within the table", () => {
    const keys = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "a"];
    expect(keys.map((key) => rowAfterKey(key, 0, 5))).toEqual([1, 0, 4, 0, 0, 4, null]);
  });
});
