import { describe, expect, it } from "vitest";
import { readFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { atOnce } from "./pauses.ts";

const many = (formula: string, count: number): string[] => Array.from({ length: count }, () => formula);
const summed = (part: string, count: number): string => `=${many(part, count).join("+")}`;
const marks = "\u0301\u0316";

/** Formulas that make texts of their own which are slow to search, to compare or to read, as often as fits. */
const hostile: readonly (readonly [string, readonly string[]])[] = [
  [
    "FIND in a text that repeats itself",
    ['=REPT("a",32767)', '=REPT("a",1000)&"b"&REPT("a",15000)', ...many(summed("FIND(B1,A1)", 28), 3)],
  ],
  [
    "SUBSTITUTE in one",
    ['=REPT("a",32767)', '=REPT("a",1000)&"b"&REPT("a",15000)', ...many(summed("LEN(SUBSTITUTE(A1,B1,1))", 7), 4)],
  ],
  ["SEARCH in one", ['=REPT("a",32767)', '=REPT("a",3)&"b"&REPT("a",251)', ...many(summed("SEARCH(B1,A1)", 44), 4)]],
  [
    "texts of marks, compared",
    [`="a"&REPT("${marks}",16000)`, `="a"&REPT("${marks}",15999)&"x"`, ...many(summed("(A1>B1)", 10), 5)],
  ],
  [
    "texts of marks, compared with a criterion",
    [`="a"&REPT("${marks}",16000)`, `=">a"&REPT("${marks}",15999)&"x"`, ...many(summed("COUNTIF(A1,B1)", 10), 5)],
  ],
  ["formats, the longest", ['=REPT("0.0?/?",40)', ...many(summed("LEN(TEXT(1.5,A1))", 48), 30)]],
];

describe("a row of formulas that are made to be slow", () => {
  it.each(hostile)("takes half a second of the processor at most: %s", (_what, formulas) => {
    const computer = createRowComputer(
      readFormulas(formulas),
      { locale: "en" },
      () => null,
      () => 10,
    );
    const begun = process.cpuUsage();
    const rows = [...atOnce(computer.add({})), ...atOnce(computer.end())];
    expect(rows).toHaveLength(1);
    // Such rows took 15 to 48 s; on a quiet machine they take 10 to 160 ms.
    expect(process.cpuUsage(begun).user).toBeLessThan(500_000);
  });
});
