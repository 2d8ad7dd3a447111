import { z } from "zod";
import { type FormulaFault, formulaFaultWords } from "../../reports/formula-fault-words.ts";

/** A column of a file whose formula is wrong (ADR 57): see {@link FormulaFault}. */
export const FormulaFaultData = z.strictObject({
  Column: z.string().describe("Its title"),
  Reads: z
    .string()
    .nullable()
    .describe("What its cells say, such as #REF!; null if they count what is missing as empty"),
  Problem: z.string().nullable().describe("Why the formula is refused, a sentence; null for every other fault"),
});
export type FormulaFaultOnWire = z.infer<typeof FormulaFaultData>;

/** The formula faults of a file in wire form. */
export const formulaFaultsOnWire = (faults: readonly FormulaFault[] = []): FormulaFaultOnWire[] =>
  faults.map(({ column, reads, problem = null }) => ({ Column: column, Reads: reads, Problem: problem }));

/** Sentences for screens about these columns, by {@link formulaFaultWords}. */
export const formulaFaultsInWords = (faults: readonly FormulaFaultOnWire[]): string[] =>
  formulaFaultWords(
    faults.map(({ Column, Reads, Problem }) => ({
      column: Column,
      reads: Reads,
      ...(Problem !== null && { problem: Problem }),
    })),
  );
