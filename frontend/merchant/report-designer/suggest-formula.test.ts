import { expect, it } from "vitest";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { suggestFormula } from "./suggest-formula.ts";

const column = (Column: string, formula?: string) => ({
  Column,
  CustomColumn:
    formula === undefined
      ? null
      : {
          Category: CustomColumnCategory.ExcelFormula,
          LocalStatus: null,
          ExcelFormula: { Formula: formula },
          Name: null,
        },
});
const price = column("Price");

it("suggests the intended formula, unless it would refer to itself", () => {
  const mendOf = (formula: string, other = "=A1") => {
    const own = column("Custom1", formula);
    return suggestFormula(own, [price, own, column("Custom2", other)]);
  };
  expect(mendOf("=SUM(A1,C1")).toBe("=SUM(A1,C1)");
  expect(mendOf("=SUM(A1,B1")).toBeNull();
  expect(mendOf("=SUM(A1,C1", "=B1")).toBeNull();
  expect(mendOf("=SUM(A1)")).toBeNull();
  expect(suggestFormula(price, [price])).toBeNull();
});
