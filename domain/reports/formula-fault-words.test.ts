import { expect, it } from "vitest";
import { formulaFaultWords } from "./formula-fault-words.ts";

it("says what the columns of wrong formulas read", () => {
  const lost = { column: "Margin", reads: "#REF!" };
  expect(formulaFaultWords([lost])).toEqual(["1 formula column reads #REF!: “Margin”."]);
  expect(formulaFaultWords([lost, { column: "Net", reads: "#REF!" }])).toEqual([
    "2 formula columns read #REF!: “Margin”, “Net”.",
  ]);
  expect(formulaFaultWords([{ column: "Net", reads: null }])).toEqual(["1 formula column has an error: “Net”."]);
  expect(formulaFaultWords([lost, { column: "Net", reads: "(refers to itself)" }])).toEqual([
    "2 formula columns have an error: “Margin”, “Net” reads (refers to itself).",
  ]);
  expect(formulaFaultWords([])).toEqual([]);
});

it("names every column whose formula Excel doesn't read, and says why of the first three", () => {
  const unread = (column: string) => ({ column, reads: "(not a formula)", problem: "ROUND takes 2 arguments, not 1." });
  const reason = "isn't a formula that Excel reads: ROUND takes 2 arguments, not 1.";
  const three = ["A", "B", "C"].map(unread);
  expect(formulaFaultWords([{ column: "Net", reads: "#REF!" }, ...three])).toEqual([
    `“A” ${reason}`,
    `“B” ${reason}`,
    `“C” ${reason}`,
    "1 formula column reads #REF!: “Net”.",
  ]);
  expect(formulaFaultWords([...three, unread("D")])[3]).toBe("1 more column isn't a formula that Excel reads: “D”.");
  expect(formulaFaultWords([...three, unread("D"), unread("E")])[3]).toBe(
    "2 more columns aren't formulas that Excel reads: “D”, “E”.",
  );
});
