/**
 * Maximum characters of one row's formula results together: eight full Excel cells. Short formulas can fill 110 columns
 * with 32,767 each, which would make reports of gigabytes. Excess is left to Excel.
 */
export const maxCharactersPerRow = 250_000;

/**
 * Maximum work steps of one row's formulas together (work-budget.ts): about 50 ms of CPU, 160 at worst. 110 columns
 * that each sum 1,000 cells take 3 million. Excess is left to Excel.
 */
export const maxStepsPerRow = 5_000_000;

/** Maximum steps of one formula: about 15 ms, for which it blocks the event loop. */
export const maxStepsPerFormula = 1_500_000;

/**
 * Maximum estimated bytes of rows that wait because formulas refer to later or fixed rows. A hundred usual rows of 110
 * columns weigh 2 MB.
 */
export const maxPendingRowBytes = 32 * 1024 * 1024;

/** Thrown if waiting rows weigh more. The message says what to do. */
export class FormulaMemoryLimitExceeded extends Error {
  override name = "FormulaMemoryLimitExceeded";
  constructor() {
    super(
      "The formulas in this report refer to rows that are too far away and too long to keep until then. Refer to nearer rows, show fewer columns, or shorten the text.",
    );
  }
}
