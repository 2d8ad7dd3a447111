import { z } from "zod";
import { describeFormulaFaults, type FormulaFault } from "../../reports/formula-fault-text.ts";

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

/** Returns the formula faults of a file in wire form. */
export const formulaFaultsOnWire = (faults: readonly FormulaFault[] = []): FormulaFaultOnWire[] =>
  faults.map(({ column, reads, problem = null }) => ({ Column: column, Reads: reads, Problem: problem }));

/** Sentences for screens about these columns, by {@link describeFormulaFaults}. */
export const describeFormulaFaultsOnWire = (faults: readonly FormulaFaultOnWire[]): string[] =>
  describeFormulaFaults(
    faults.map(({ Column, Reads, Problem }) => ({
      column: Column,
      reads: Reads,
      ...(Problem !== null && { problem: Problem }),
    })),
  );
