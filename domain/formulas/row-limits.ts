/**
 * Characters of one row's results: eight full Excel cells. Short formulas can fill 110 columns with 32,767 each,
 * gigabytes per report. Excess is left to Excel.
 */
export const maxCharactersPerRow = 250_000;

/**
 * Work steps of one row (work-budget.ts): about 50 ms of CPU, 160 at worst. 110 columns that each sum 1,000 cells take
 * 3 million. Excess is left to Excel.
 */
export const maxStepsPerRow = 5_000_000;

/** A formula blocks the event loop for about 15 ms at most. */
export const maxStepsPerFormula = 1_500_000;

/** Estimated bytes of rows that wait for later or fixed rows. A hundred usual rows of 110 columns weigh 2 MB. */
export const maxPendingRowBytes = 32 * 1024 * 1024;

/** Waiting rows weigh more than {@link maxPendingRowBytes}. The message says what to do. */
export class FormulaMemoryLimitExceeded extends Error {
  override name = "FormulaMemoryLimitExceeded";
  constructor() {
    super(
      "The formulas in this report refer to rows that are too far away and too long to keep until then. Refer to nearer rows, show fewer columns, or shorten the text.",
    );
  }
}
