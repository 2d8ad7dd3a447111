import { describe, expect, it } from "vitest";
import { ColumnType } from "../../enumerations.ts";
import { createCellConverter } from "./cells.ts";

const text = createCellConverter({ type: ColumnType.Text, valueKind: "text" });
const number = createCellConverter({ type: ColumnType.Number, valueKind: "number" });
const datetime = createCellConverter({ type: ColumnType.Text, valueKind: "datetime" });
const link = createCellConverter({ type: ColumnType.Link, valueKind: "text" });
const image = createCellConverter({ type: ColumnType.Image, valueKind: "text" });

describe("the cell of a column's value", () => {
  it("is empty without a value, for every kind", () => {
    for (const toCell of [text, number, datetime, link, image])
      for (const nothing of [null, undefined, [null], [undefined, null]]) expect(toCell(nothing)).toBeNull();
    for (const toCell of [text, datetime, link, image])
      for (const none of ["", [], [""]]) expect(toCell(none)).toBeNull();
  });

  it("joins distinct texts", () => {
    expect(text("a, b")).toEqual({ kind: "text", text: "a, b" });
    expect(text(["b", "a", null, "b", 7])).toEqual({ kind: "text", text: "b, a, 7" });
    expect(text(7)).toEqual({ kind: "text", text: "7" });
  });

  it("adds up known numbers, and is 0 for an empty list", () => {
    expect(number("7.250")).toEqual({ kind: "number", decimal: "7.25" });
    expect(number(0)).toEqual({ kind: "number", decimal: "0" });
    expect(number(["0.1", 2, null])).toEqual({ kind: "number", decimal: "2.1" });
    expect(number([])).toEqual({ kind: "number", decimal: "0" });
  });

  it("holds one instant or several distinct ones", () => {
    const [noon, one] = ["2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z"];
    expect(datetime(noon)).toEqual({ kind: "datetime", instant: noon });
    expect(datetime([noon, noon])).toEqual({ kind: "datetime", instant: noon });
    expect(datetime([noon, one])).toEqual({ kind: "datetimes", instants: [noon, one] });
  });

  it.each(["soon", "2026-13-45T99:99:99Z"])("falls back to text for an invalid instant: %s", (sent) => {
    expect(datetime(sent)).toEqual({ kind: "text", text: sent });
    expect(datetime(["2026-11-20T12:00:00Z", sent])).toEqual({ kind: "text", text: `2026-11-20T12:00:00Z, ${sent}` });
  });

  it("holds each link or image address once", () => {
    expect(link("https://a.example")).toEqual({ kind: "link", urls: ["https://a.example"] });
    expect(image(["x", null, "y", "x"])).toEqual({ kind: "image", urls: ["x", "y"] });
  });
});
