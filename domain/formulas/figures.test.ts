import { describe, expect, it } from "vitest";
import { type Figures, figuresOfFormulas } from "./figures.ts";

const number = (total: Figures["total"]): Figures => ({ isNumber: true, total });
const text: Figures = { isNumber: false, total: "none" };
/** A SKU, B price, C quantity, D total price, E order total, F rate. */
const columns = [text, number("none"), number("sum"), number("sum"), number("sumOncePerOrder"), number("none")];

/** Figures of the last formula; the formulas start in column G. */
const figures = (...formulas: string[]) =>
  figuresOfFormulas([...columns.map(() => null), ...formulas], [...columns, ...formulas.map(() => text)]).at(-1);

describe("a column with a formula", () => {
  it.each([
    ["=B1*C1", "a price times a quantity"],
    ["=ROUND(B1*C1,2)", "rounded"],
    ["=D1*1.24", "an amount with tax"],
    ["=D1/(1+F1)", "an amount without tax"],
    ["=D1-0.1*D1", "an amount less a part of it"],
    ['=IF(A1="x",D1,0)', "an amount of some rows"],
    ['=IFERROR(D1,"")', "an amount or nothing"],
    ["=SUM(C1:D1)", "a sum of amounts"],
    ["=-D1", "an amount taken off"],
  ])("%s has a total: %s", (formula) => {
    expect(figures(formula)).toEqual(number("sum"));
  });

  it("is totaled once per order if its amounts are", () => {
    expect(figures("=E1*0.24")).toEqual(number("sumOncePerOrder"));
    expect(figures("=E1+E1")).toEqual(number("sumOncePerOrder"));
  });

  it.each([
    ["=D1/C1", "a price per unit"],
    ["=B1*1.24", "a price with tax"],
    ["=D1/E1", "a share"],
    ["=E1+D1", "amounts of a line and of its order"],
    ["=D2", "another row"],
    ["=D$1", "one row for all"],
    ["=LEN(A1)", "a count of letters"],
    ["=ROW(A1)-1", "a number of a row"],
    ["=5", "the same in each row"],
    ["=A1*1", "text as a number"],
    ["=YEAR(B1)", "a year"],
  ])("%s has no total: %s", (formula) => {
    expect(figures(formula)).toEqual(number("none"));
  });

  it.each([
    '=A1&"!"',
    "=A1",
    '=IF(D1>0,"yes","no")',
    "=D1>0",
    '=IF(D1>0,D1,"none")',
    '=TEXT(D1,"0.00")',
    "=VLOOKUP(A1,A1:B1,2)",
    "=1+",
    "=G1",
  ])("%s isn't numeric", (formula) => {
    expect(figures(formula)).toEqual(text);
  });

  it("follows references to other formulas", () => {
    expect(figures("=B1*C1", "=G1*0.24")).toEqual(number("sum"));
    expect(figures("=D1/C1", "=G1*2")).toEqual(number("none"));
    expect(figures("=A1&1", "=G1")).toEqual(text);
  });
});
