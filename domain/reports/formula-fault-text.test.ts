import { expect, it } from "vitest";
import { describeFormulaFaults } from "./formula-fault-text.ts";

it("describes columns with wrong formulas by what their cells read", () => {
  const lost = { column: "Margin", reads: "#REF!" };
  expect(describeFormulaFaults([lost])).toEqual(["1 formula column reads #REF!: “Margin”."]);
  expect(describeFormulaFaults([lost, { column: "Net", reads: "#REF!" }])).toEqual([
    "2 formula columns read #REF!: “Margin”, “Net”.",
  ]);
  expect(describeFormulaFaults([{ column: "Net", reads: null }])).toEqual(["1 formula column has an error: “Net”."]);
  expect(describeFormulaFaults([lost, { column: "Net", reads: "(refers to itself)" }])).toEqual([
    "2 formula columns have an error: “Margin”, “Net” reads (refers to itself).",
  ]);
  expect(describeFormulaFaults([])).toEqual([]);
});

it("names every column whose formula is rejected, and explains the first three", () => {
  const refused = (column: string) => ({
    column,
    reads: "(not a formula)",
    problem: "ROUND takes 2 arguments, not 1.",
  });
  const reason = "doesn't work: ROUND takes 2 arguments, not 1.";
  const three = ["A", "B", "C"].map(refused);
  expect(describeFormulaFaults([{ column: "Net", reads: "#REF!" }, ...three])).toEqual([
    `The formula of “A” ${reason}`,
    `The formula of “B” ${reason}`,
    `The formula of “C” ${reason}`,
    "1 formula column reads #REF!: “Net”.",
  ]);
  expect(describeFormulaFaults([...three, refused("D")])[3]).toBe("The formula of 1 more column doesn't work: “D”.");
  expect(describeFormulaFaults([...three, refused("D"), refused("E")])[3]).toBe(
    "The formulas of 2 more columns don't work: “D”, “E”.",
  );
});
