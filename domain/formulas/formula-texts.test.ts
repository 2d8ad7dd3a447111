import { expect, it } from "vitest";
import { withFormulaTexts } from "./formula-texts.ts";

const of = (formula: string | null, valueKind: "text" | "number" | "datetime" = "text") => ({ formula, valueKind });

it("the rows of a preview get the results of their formulas, or the words that stand in their place", () => {
  const columns = [
    of(null, "number"),
    of(null, "datetime"),
    of("=A1+A2"),
    of('=TEXT(B1,"yyyy")'),
    of("=TODAY()"),
    of("=F1"),
    of("A1"),
    of('=""'),
  ];
  const rows = [
    ["12.1", "20/11/2026 14:05"],
    ["0.2", null],
  ].map((cells) => [...cells, null, null, null, null, null, "stale"]);
  expect(withFormulaTexts(columns, rows, { locale: "en", userDateFormat: 1 })).toEqual([
    ["12.1", "20/11/2026 14:05", "12.3", "2026", "(computed in Excel)", "(refers to itself)", "(not a formula)", null],
    ["0.2", null, "0.2", "1900", "(computed in Excel)", "(refers to itself)", "(not a formula)", null],
  ]);
});
