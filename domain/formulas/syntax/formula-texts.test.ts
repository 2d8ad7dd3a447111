import { expect, it } from "vitest";
import { withFormulaTexts } from "./formula-texts.ts";

const of = (formula: string | null, valueKind: "text" | "number" | "datetime" = "text") => ({ formula, valueKind });

it("the rows of a preview show the results of formulas, or words in their place", () => {
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
  ].map((cells) => ({ cells: [...cells, null, null, null, null, null, "stale"] }));
  expect(withFormulaTexts(columns, rows, { locale: "en", userDateFormat: 1 })).toEqual([
    ["12.1", "20/11/2026 14:05", "12.3", "2026", "(computed in Excel)", "(refers to itself)", "(not a formula)", null],
    ["0.2", null, "0.2", "1900", "(computed in Excel)", "(refers to itself)", "(not a formula)", null],
  ]);
});

it.each([
  "=SUM(A1,B1)",
  "=IFERROR(B1*2,0)",
  "=N(B1)",
  '=IF(B1>100,"big","small")',
  "=A1+B1",
  "=ISNUMBER(B1)",
  "=COUNT(A1:B1)",
  "=D1",
])("%s shows that a cell it reads couldn't be read", (formula) => {
  const columns = [of(null, "number"), of(null, "number"), of(formula), of("=B1+1")];
  const computed = (text: string) =>
    withFormulaTexts(columns, [{ cells: ["1", text, null, null], unread: [1] }], { locale: "en", userDateFormat: 0 });
  for (const text of ["couldn't be read", "incomplete"]) expect(computed(text)).toEqual([["1", text, text, text]]);
});

it.each(["incomplete", "couldn't be read"])("a formula computes with the text '%s' if an order contains it", (text) => {
  const columns = [of(null), of(null), of(`=IF(A1="${text}","yes","no")`), of("=C1&A1"), of("=IF(TRUE,1,B1)")];
  const row = { cells: [text, "couldn't be read", null, null, null], unread: [1] };
  expect(withFormulaTexts(columns, [row], { locale: "en", userDateFormat: 0 })).toEqual([
    [text, "couldn't be read", "yes", `yes${text}`, "1"],
  ]);
});

it.each([
  ["=SUM(A$1:A$3)", "incomplete"],
  ["=A1/SUM(A$1:A$3)", "incomplete"],
  ["=A1-A2", "incomplete"],
  ["=A$1", "incomplete"],
  ["=B1", "incomplete"],
  ["=A1*2", "2"],
  ["=SUM(A1:A1)", "1"],
  ["=ROW(A2)", "3"],
])("%s shows %s if an order was left out", (formula, said) => {
  const columns = [of(null, "number"), of("=SUM(A1:A2)"), of(formula)];
  const rows = ["1", "2"].map((figure) => ({ cells: [figure, null, null] }));
  const [first] = withFormulaTexts(columns, rows, { locale: "en", userDateFormat: 0, leftOut: true });
  expect(first).toEqual(["1", "incomplete", said]);
});
