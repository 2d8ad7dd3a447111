import { describe, expect, it } from "vitest";
import type { Cell } from "../columns/definition.ts";
import { shownCell } from "../columns/shown-for-tests.ts";
import { createCollation } from "../text/collation.ts";
import { createRowOrder, type SortSpec } from "./row-order.ts";

const text = (value: string): Cell => ({ kind: "text", text: value });
const number = (decimal: string): Cell => ({ kind: "number", decimal });
const instant = (moment: string): Cell => ({ kind: "datetime", instant: moment });
const sorted = (cells: Cell[], valueKind: SortSpec["valueKind"], descending = false, locale = "en") => {
  const { keyOf, compare } = createRowOrder({ valueKind, descending }, createCollation(locale));
  return cells.toSorted((a, b) => compare(keyOf(a), keyOf(b))).map(shownCell);
};

describe("rows sorted by a column", () => {
  it("orders numbers by value, not by digits", () => {
    const cells = ["10", "9", "-2.5", "-10", "0.25"].map(number);
    expect(sorted(cells, "number")).toEqual(["-10", "-2.5", "0.25", "9", "10"]);
    expect(sorted(cells, "number", true)).toEqual(["10", "9", "0.25", "-2.5", "-10"]);
  });

  it("orders numbers longer than a float by their last digit too", () => {
    const cells = ["12345678901234567892", "12345678901234567891", "0.30000000000000002", "0.30000000000000001"];
    expect(sorted(cells.map(number), "number")).toEqual([...cells].reverse());
  });

  it("orders ranges by their lower end", () => {
    expect(sorted([text("5 - 7"), number("6"), text("-1 - 12")], "number")).toEqual(["-1 - 12", "5 - 7", "6"]);
  });

  it("orders joined numbers by the first, and puts text that isn't a number last", () => {
    const cells = [text("0.24, 0.13"), number("0.1"), text("n/a"), number("0.5"), text("-1, 7")];
    expect(sorted(cells, "number")).toEqual(["-1, 7", "0.1", "0.24, 0.13", "0.5", "n/a"]);
    expect(sorted(cells, "number", true)).toEqual(["0.5", "0.24, 0.13", "0.1", "-1, 7", "n/a"]);
  });

  it("orders instants by time, whatever their notation", () => {
    const cells = ["2026-11-20T14:00:00Z", "2026-11-20T13:00:00.500Z", "2026-11-20T15:00:00+02:00"].map(instant);
    expect(sorted(cells, "datetime")).toEqual([
      "2026-11-20T15:00:00+02:00",
      "2026-11-20T13:00:00.500Z",
      "2026-11-20T14:00:00Z",
    ]);
  });

  it("orders texts by the collation of the shop's language", () => {
    const cells = ["Zebra", "öl", "apa", "Apa"].map(text);
    expect(sorted(cells, "text", false, "sv")).toEqual(["apa", "Apa", "Zebra", "öl"]);
    expect(sorted(cells, "text", true, "de")).toEqual(["Zebra", "öl", "Apa", "apa"]);
  });

  it("orders order numbers with the same prefix by the number", () => {
    const cells = ["B-10000", "B-9999", "#10000", "#9999"].map(text);
    expect(sorted(cells, "text")).toEqual(["#9999", "#10000", "B-9999", "B-10000"]);
    expect(sorted(cells, "text", true)).toEqual(["B-10000", "B-9999", "#10000", "#9999"]);
  });

  it("orders addresses by their text", () => {
    const link = (...urls: string[]): Cell => ({ kind: "link", urls });
    expect(sorted([link("https://b.example"), link("https://a.example", "x")], "text")).toEqual([
      "https://a.example | x",
      "https://b.example",
    ]);
  });

  it("puts empty cells last in both directions", () => {
    for (const [kind, cell] of [
      ["text", text("a")],
      ["number", number("-1")],
      ["datetime", instant("1970-01-01T00:00:00Z")],
    ] as const)
      for (const descending of [false, true])
        expect(sorted([null, cell, null], kind, descending), kind).toEqual([shownCell(cell), null, null]);
    expect(sorted([instant("when?"), instant("2026-11-20T14:00:00Z")], "datetime")).toEqual([
      "2026-11-20T14:00:00Z",
      "when?",
    ]);
  });
});
