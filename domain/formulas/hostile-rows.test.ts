import { describe, expect, it } from "vitest";
import { parseFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { functionByName } from "./functions/function-by-name.ts";
import { functionTable } from "./syntax/function-table.ts";

const many = (formula: string, count: number): string[] => Array.from({ length: count }, () => formula);
const summed = (part: string, count: number): string => `=${many(part, count).join("+")}`;
const marks = "\u0301\u0316";

const longMarks = `=REPT("a\u0301\u0316\u0301\u0316\u0301\u0316\u0301",4000)`;
const switched = (part: string): string => `=SWITCH(A1,${many(part, 126).join(",")})`;

/** Formulas whose texts are slow to search, compare or parse, repeated as often as fits. */
const hostile: readonly (readonly [string, readonly string[]])[] = [
  [
    "FIND in repetitive text",
    ['=REPT("a",32767)', '=REPT("a",1000)&"b"&REPT("a",15000)', ...many(summed("FIND(B1,A1)", 28), 3)],
  ],
  [
    "SUBSTITUTE in repetitive text",
    ['=REPT("a",32767)', '=REPT("a",1000)&"b"&REPT("a",15000)', ...many(summed("LEN(SUBSTITUTE(A1,B1,1))", 7), 4)],
  ],
  [
    "SEARCH in repetitive text",
    ['=REPT("a",32767)', '=REPT("a",3)&"b"&REPT("a",251)', ...many(summed("SEARCH(B1,A1)", 44), 4)],
  ],
  [
    "texts of combining marks, compared",
    [`="a"&REPT("${marks}",16000)`, `="a"&REPT("${marks}",15999)&"x"`, ...many(summed("(A1>B1)", 10), 5)],
  ],
  [
    "texts of combining marks, compared with a criterion",
    [`="a"&REPT("${marks}",16000)`, `=">a"&REPT("${marks}",15999)&"x"`, ...many(summed("COUNTIF(A1,B1)", 10), 5)],
  ],
  ["a long text of marks, compared with many cases", [longMarks, ...many(switched('"z",1'), 108)]],
  ["a long text of marks, compared with cases that begin alike", [longMarks, ...many(switched('"a",1'), 108)]],
  ["a long text of marks, compared with itself", [longMarks, `${longMarks}&"x"`, ...many(switched("B1,1"), 108)]],
  [
    "a long criterion for many cells",
    [longMarks.replace("=", '=">"&'), ...many('="ab"', 40), ...many(summed("COUNTIF(B1:AO1,A1)", 24), 4)],
  ],
  ["the longest formats", ['=REPT("0.0?/?",40)', ...many(summed("LEN(TEXT(1.5,A1))", 48), 30)]],
];

/** Each function with such a text in all arguments, repeated as often as fits. */
const everyFunction = [...functionByName.keys()].map((name): readonly [string, readonly string[]] => {
  const { minArguments = 0, maxArguments = 0 } = functionTable.get(name) ?? {};
  const called = `IFERROR(${name}(${many("A1", Math.max(minArguments, Math.min(maxArguments, 4))).join(",")}),1)`;
  return [
    `${name} of a long text of marks`,
    [longMarks, ...many(summed(called, Math.floor(890 / (called.length + 1))), 108)],
  ];
});

/** CPU time of a row, and of its longest step, in ms. */
const timesOf = (formulas: readonly string[]): { row: number; step: number } => {
  const computer = createRowComputer(
    parseFormulas(formulas),
    { locale: "en" },
    () => null,
    () => 10,
  );
  const times = { row: 0, step: 0 };
  for (const work of [computer.add({}), computer.end()])
    for (let done = false; !done; ) {
      const begun = process.cpuUsage();
      done = work.next().done === true;
      const took = process.cpuUsage(begun).user / 1000;
      times.row += took;
      times.step = Math.max(times.step, took);
    }
  return times;
};

describe("a row of formulas that are made to be slow", () => {
  it.each([...hostile, ...everyFunction])("takes a bounded time: %s", (_what, formulas) => {
    const { row, step } = timesOf(formulas);
    // Unbounded, such rows took 15 to 48 s. They take 10 to 160 ms on an idle machine, and up to 900 ms on a slow one.
    expect(row).toBeLessThan(3_000);
    expect(step).toBeLessThan(1_000);
  });
});
