import { describe, expect, it } from "vitest";
import { parseFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { runToCompletion } from "./stepwise-work.ts";
import { looksAheadInExcel } from "./unread-in-excel.ts";
import { formatResult } from "./values/result.ts";

type Cell = number | "?";

const unreadIn = (cell: Cell | undefined) => (cell === "?" ? { unread: "couldn't be read" } : undefined);

/**
 * Formula cells of an Excel file; `?` is an unread cell, `live` a formula that Excel computes. `formulas`: of the
 * columns to the right of those in `rows`. `leftOutBefore`: row before which an order is left out.
 */
const inExcel = (
  formulas: readonly string[],
  rows: readonly (readonly Cell[])[],
  { leftOut = false, leftOutBefore = Number.POSITIVE_INFINITY } = {},
): string[][] => {
  const own = rows[0] ?? [];
  const unread = own.flatMap((_, place) => (rows.some((row) => row[place] === "?") ? [place] : []));
  const computer = createRowComputer<readonly Cell[]>(
    parseFormulas([...own.map(() => null), ...formulas]),
    { locale: "en" },
    (row, place) => unreadIn(row[place]) ?? (row[place] === undefined ? null : { decimal: String(row[place]) }),
    () => 1,
    undefined,
    {
      unreadAt: (row, place) => unreadIn(row[place]),
      ahead: new Set(unread),
    },
  );
  const made = rows.flatMap((row, at) => runToCompletion(computer.add(row, leftOut || at >= leftOutBefore)));
  return [...made, ...runToCompletion(computer.end())].map(({ results }) =>
    formulas.map((_, at) => {
      const result = results.get(own.length + at);
      return result === undefined ? "live" : formatResult(result);
    }),
  );
};
const column = (formula: string, rows: Parameters<typeof inExcel>[1], how?: Parameters<typeof inExcel>[2]) =>
  inExcel([formula], rows, how).map(([cell]) => cell);

const third: Cell[][] = [
  [1, 1],
  [2, 2],
  ["?", 3],
  [4, 4],
];

describe("a formula left to Excel, near an unread cell", () => {
  it.each(["=SUM(A:A)", "=SUM(A$1:A$999)", "=A1/SUM(A:A)", "=SUBTOTAL(9,A:A)", "=AGGREGATE(9,6,A:B)"])(
    "is incomplete in every row if it covers the cell in each: %s",
    (formula) => {
      expect(column(formula, third)).toEqual(Array(4).fill("incomplete"));
      expect(
        column(formula, [
          [1, 1],
          [2, 2],
        ]),
      ).toEqual(["live", "live"]);
    },
  );

  it("is incomplete from the cell on in a running total", () => {
    expect(column("=SUM(A$1:A1)", third)).toEqual(["live", "live", "incomplete", "incomplete"]);
    expect(column("=SUM(A1:A$1)", third)).toEqual(["live", "live", "incomplete", "incomplete"]);
  });

  it("shows what its own row shows if it reads only that row", () => {
    expect(column("=NORMSDIST(A1)", third)).toEqual(["live", "live", "couldn't be read", "live"]);
  });

  it("is unaffected if it reads only other columns", () => {
    for (const formula of ["=SUM(B:B)", "=SUM(B$1:B1)", "=NORMSDIST(B1)", "=RAND()", "=SUMIF(B:B,B1,B:B)"])
      expect([formula, column(formula, third)]).toEqual([formula, Array(4).fill("live")]);
  });

  it.each(['=SUM(INDIRECT("A1"))', "=SUM(OFFSET(B1,0,-1))", "=SUM(B1:INDEX(B:B,2))", "=SUMIF(B1:B4,1,B1)"])(
    "is incomplete if it may read any cell: %s",
    (formula) => {
      expect(column(formula, third)).toEqual(Array(4).fill("incomplete"));
    },
  );

  it("is incomplete if it reads another formula that is, whichever column comes first", () => {
    const running = ["live", "live", "incomplete", "incomplete"];
    const rows = (one: string, other: string) => inExcel([one, other], third);
    expect(rows("=SUM(A$1:A1)", "=C1*2")).toEqual(running.map((words) => [words, words]));
    expect(rows("=D1*2", "=SUM(A$1:A1)")).toEqual(running.map((words) => [words, words]));
    expect(rows("=SUM(D:D)", "=SUM(A$1:A1)")).toEqual(running.map((words) => ["incomplete", words]));
    expect(rows("=A1*2", "=SUM(C$1:C1)").map(([, words]) => words)).toEqual(running);
    expect(rows("=A2", "=SUM(C$1:C1)").map(([, words]) => words)).toEqual(["live", ...Array(3).fill("incomplete")]);
  });

  it("is marked if a limit leaves it to Excel", () => {
    // The last of these exceeds the limit on computed text, so Excel computes it.
    const texts = Array(8).fill('=REPT("x",32000)');
    const rows = inExcel([...texts, "=I1&A2", "=I1&A1"], [[1], [2], ["?"]]);
    expect(rows.map((cells) => cells.slice(-3))).toEqual([
      ["live", "live", "live"],
      ["live", "incomplete", "live"],
      ["live", "live", "couldn't be read"],
    ]);
  });
});

describe("a formula left to Excel, with an order left out", () => {
  it("is incomplete in every row if it reads other rows", () => {
    const rows = inExcel(["=SUM(A:A)", "=SUM(A$1:A1)", "=NORMSDIST(A1)", "=C1+1"], [[1], [2]], { leftOut: true });
    expect(rows).toEqual(Array(2).fill(["incomplete", "incomplete", "live", "incomplete"]));
  });

  it("is incomplete from the order's place on if earlier rows are already written", () => {
    expect(column("=SUM(A$1:A1)", [[1], [2], [3]], { leftOutBefore: 1 })).toEqual(["live", "incomplete", "incomplete"]);
  });
});

describe("looking ahead", () => {
  it.each([
    ["=SUM(A:A)", true],
    ["=SUM(A$1:A$9)", false],
    ["=VLOOKUP(A1,A1:B9,2)", true],
    ["=SUM(A$1:A1)", false],
    ["=SUM(A$2:A1)", true],
    ["=NORMSDIST(A$1)", false],
    ['=INDIRECT("A1")', true],
    ["=VLOOKUP(A1,A1:B1,2)", false],
  ])("is required by %s: %s", (formula, ahead) => {
    expect(looksAheadInExcel(parseFormulas([null, null, formula]))).toBe(ahead);
  });
});
