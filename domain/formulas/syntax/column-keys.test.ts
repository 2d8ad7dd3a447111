import { describe, expect, it } from "vitest";
import { result } from "../compute-for-tests.ts";
import { keysToLetters, lettersToKeys, maxStoredLength } from "./column-keys.ts";
import { parseFormula } from "./parse.ts";
import { formulaProblem, validateFormulas } from "./validate-formulas.ts";

const before = ["Quantity", "Price", "Cost", "Tax", "Note"];
/** Moves a formula from the columns Quantity, Price, Cost, Tax and Note to this column order. */
const follow = (formula: string, ...now: string[]) => keysToLetters(lettersToKeys(formula, before), now);

describe("a formula whose columns moved", () => {
  it.each([
    ["=A1*B1", "=B1*A1"],
    ["=$A$1+b$2-$c3", "=$B$1+A$2-$C3"],
    ['="A1 [Price]1 #REF!"&A1', '="A1 [Price]1 #REF!"&B1'],
    ["=LOG10(A1)+SUM(A2)", "=LOG10(B1)+SUM(B2)"],
    ["=IF( A1 > 1E5 , TRUE, B1 )", "=IF( B1 > 1E5 , TRUE, A1 )"],
    ["=SUM(A:A)/SUM($B:$B)", "=SUM(B:B)/SUM($A:$A)"],
    ["=SUM(1:2)-ROW(C1)", "=SUM(1:2)-ROW(C1)"],
    ["=A1+Z1", "=B1+Z1"],
    ["=SUM(C1:D3)", "=SUM(C1:D3)"],
    ["=SUM(D1:C3)", "=SUM(C1:D3)"],
    ["=SUM(A1:B1)", "=SUM(A1:B1)"],
    ["=A1+#REF!", "=B1+#REF!"],
    ["=SUM\u00a0(A1,\n\u2003B1)", "=SUM\u00a0(B1,\n\u2003A1)"],
    // Excel can't read these, but earlier versions saved such formulas.
    ["=ROUND(A1 1)", "=ROUND(B1 1)"],
    ["=SUMM(A1)", "=SUMM(B1)"],
  ])("%s becomes %s when Price moves before Quantity", (formula, reads) => {
    expect(follow(formula, "Price", "Quantity", "Cost", "Tax", "Note")).toBe(reads);
  });

  it.each([
    ["=SUM(A1:C1)", "=SUM(A1:B1,D1)"],
    ["=SUM(1,$A$1:$C$3)", "=SUM(1,$A$1:$B$3,$D$1:$D$3)"],
    ["=MAX( A1:C1 )*2", "=MAX( A1:B1,D1 )*2"],
    ["=SUM(A:C)", "=SUM(A:B,D:D)"],
    ['=TEXTJOIN("-",TRUE,A1:C1)', '=TEXTJOIN("-",TRUE,A1:B1,D1)'],
    // These functions would not read parts like the whole.
    ["=CONCAT(A1:C2)", "=CONCAT([Quantity,Price,Cost]1:2)"],
    ["=VLOOKUP(1,A1:C9,2)", "=VLOOKUP(1,[Quantity,Price,Cost]1:9,2)"],
    ['=COUNTIF(A1:C1,">0")', '=COUNTIF([Quantity,Price,Cost]1:1,">0")'],
    ["=SUM(A1:C1+1)", "=SUM([Quantity,Price,Cost]1:1+1)"],
    ['=TEXTJOIN(A1:C1,TRUE,"a")', '=TEXTJOIN([Quantity,Price,Cost]1:1,TRUE,"a")'],
    ["=SUBTOTAL(A1:C1,E1)", "=SUBTOTAL([Quantity,Price,Cost]1:1,E1)"],
    ["=SUBTOTAL(9,A1:C1)", "=SUBTOTAL(9,A1:B1,D1)"],
  ])("%s keeps its columns when another one moves in between: %s", (formula, reads) => {
    const between = ["Quantity", "Price", "Tax", "Cost", "Note"];
    expect(follow(formula, ...between)).toBe(reads);
    // Names turn back into letters.
    if (reads.includes("[")) expect(keysToLetters(lettersToKeys(reads, between), before)).toBe(formula);
  });

  it("names the columns of a range if their order changed and the function depends on it", () => {
    const turned = ["Price", "Quantity", "Cost"];
    expect(follow("=VLOOKUP(1,A1:B9,2)", ...turned)).toBe("=VLOOKUP(1,[Quantity,Price]1:9,2)");
    expect(follow("=CONCAT(A1:C1)", ...turned)).toBe("=CONCAT(B1,A1,C1)");
    expect(follow("=SUM(A1:B1*C1:C1)", ...turned)).toBe("=SUM([Quantity,Price]1:1*C1:C1)");
    expect(follow('=COUNTIF(A1:B1,">0")', ...turned)).toBe('=COUNTIF(A1:B1,">0")');
  });

  it("names a removed column, and uses its letter again once it is back", () => {
    const gone = follow("=A1*$B$1-SUM(A1:C1)", "Quantity", "Cost");
    expect(gone).toBe("=A1*[$Price]$1-SUM([Quantity,Price,Cost]1:1)");
    expect(keysToLetters(lettersToKeys(gone, ["Quantity", "Cost"]), ["Price", "Quantity", "Cost"])).toBe(
      "=B1*$A$1-SUM(A1:C1)",
    );
  });

  it.each([
    ["=COUNTBLANK(A1:Z1)", "=COUNTBLANK(A1:Z1)"],
    ["=SUM(C1:$H3)", "=SUM(C1:$H3)"],
    ["=COUNTBLANK(B1:Z1)", "=COUNTBLANK([Price,Cost,Tax,Note,F:Z]1:1)"],
    ["=SUM(B1:Z1)", "=SUM(A1,C1:Z1)"],
  ])("%s keeps the letters beyond the last column when Price moves before Quantity: %s", (formula, reads) => {
    const turned = ["Price", "Quantity", "Cost", "Tax", "Note"];
    expect(follow(formula, ...turned)).toBe(reads);
    if (!reads.includes(",C1")) expect(keysToLetters(lettersToKeys(reads, turned), before)).toBe(formula);
  });

  it("names its columns instead of exceeding 255 arguments, and is restored when they are back", () => {
    const many = Array.from({ length: 300 }, (_, at) => `Metafield${at}`);
    const turned = many.toReversed();
    const moved = keysToLetters(lettersToKeys("=CONCAT(A1:KN1)", many), turned);
    expect(moved).toContain("=CONCAT([Metafield0,");
    expect(keysToLetters(lettersToKeys(moved, turned), many)).toBe("=CONCAT(A1:KN1)");
  });

  it.each([
    [254, "IT", "=CONCAT(IT1,IS1,"],
    [255, "IU", "=CONCAT([Metafield0,Metafield1,"],
  ])("has no more arguments than Excel allows: CONCAT over %i reversed columns", (count, last, begins) => {
    const many = Array.from({ length: count }, (_, at) => `Metafield${at}`);
    const moved = keysToLetters(lettersToKeys(`=CONCAT(A1:${last}1)`, many), many.toReversed());
    expect(moved.slice(0, begins.length)).toBe(begins);
  });

  it("replaces references with errors if their names would be too long", () => {
    const long = `=${Array(200).fill("A1").join("+")}`;
    const gone = keysToLetters(lettersToKeys(long, ["Quantity".repeat(5)]), ["Price"]);
    expect(gone).toBe(`=${Array(200).fill("#REF!").join("+")}`);
    expect(gone.length).toBeLessThan(maxStoredLength);
    expect(formulaProblem(long)).toBeUndefined();
  });
});

describe("a formula that names columns without letters", () => {
  it("becomes #REF! as a whole, even if it handles errors, also in Excel's file", () => {
    expect(result("=A1*[Price]1", [2])).toBe("#REF!");
    expect(result("=SUM([Price,Tax]1:1)", [2])).toBe("#REF!");
    expect(result('=COUNTIF([Price,Tax]1:1,">0")', [2])).toBe("#REF!");
    for (const formula of ["=COUNT(A1,[Price]1)", "=COUNTA([Price]1)", "=IFERROR([Price]1,7)", "=ISERROR([Price]1)"]) {
      expect(result(formula, [2])).toBe("#REF!");
      expect(parseFormula(formula)).toMatchObject({ formula: "=#REF!", references: [] });
    }
    expect(result("=VLOOKUP(A1,[Price,Tax]1:9,2)", [2])).toBe("#REF!");
    expect(result("=COUNT(A1,#REF!)", [2])).toBe("#REF!");
  });

  it("is rejected with the names of the columns and what to do", () => {
    const columns = (key: string) => ({
      title: key,
      state: key === "Tax" ? ("not-in-grouping" as const) : key === "Cost" ? ("in-file" as const) : ("hidden" as const),
    });
    const said = (formula: string) => validateFormulas([null, formula], columns)[1]?.problem;
    expect(said("=A1*[Price]1")).toBe("It needs “Price”, which is hidden. Show the column, or change the formula.");
    expect(said("=SUM([Price,Note]1:1)")).toBe(
      "It needs “Price” and “Note”, which are hidden. Show the columns, or change the formula.",
    );
    expect(said("=[Tax]1")).toBe(
      "It needs “Tax”, which reports with these rows do not have. Choose other rows, or change the formula.",
    );
    expect(said(`=CONCAT([${Array(300).fill("Cost").join(",")}]1:1)`)).toBe(
      "It reads 300 columns, from “Cost” to “Cost”, as one range, but they are no longer next to each other. A function takes at most 255 parts of a range. Move them back together, or change the formula.",
    );
    expect(said("=ROWS([Cost,Cost]1:1)")).toBe(
      "It reads “Cost” and “Cost” as one range, but they are no longer next to each other. Move them back together, or change the formula.",
    );
  });
});
