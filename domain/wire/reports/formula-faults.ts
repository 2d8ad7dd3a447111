import { z } from "zod";
import { describeFormulaFaults, type FormulaFault } from "../../reports/formula-fault-text.ts";

/** See {@link FormulaFault} (ADR 57). */
export const FormulaFaultData = z.strictObject({
  Column: z.string().describe("Its title"),
  Reads: z
    .string()
    .nullable()
    .describe("What its cells say, such as #REF!; null if they count what is missing as empty"),
  Problem: z.string().nullable().describe("Why the formula is refused, a sentence; null for every other fault"),
});
export type FormulaFaultOnWire = z.infer<typeof FormulaFaultData>;

/** Returns formula faults in wire form. */
export const formulaFaultsOnWire = (faults: readonly FormulaFault[] = []): FormulaFaultOnWire[] =>
  faults.map(({ column, reads, problem = null }) => ({ Column: column, Reads: reads, Problem: problem }));

/** Follows {@link describeFormulaFaults}, for screens. */
export const describeFormulaFaultsOnWire = (faults: readonly FormulaFaultOnWire[]): string[] =>
  describeFormulaFaults(
    faults.map(({ Column, Reads, Problem }) => ({
      column: Column,
      reads: Reads,
      ...(Problem !== null && { problem: Problem }),
    })),
  );
