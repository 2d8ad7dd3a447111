/**
 * Maximum characters of text that one row's formulas may produce together: eight full Excel cells. A short formula can
 * produce 32,767 in each of 110 columns; without a bound, one design makes reports of gigabytes. Excess is left to
 * Excel.
 */
export const maxCharactersPerRow = 250_000;

/**
 * Maximum work steps of one row's formulas together (work-budget.ts): about 50 ms of CPU, 160 at worst. 110 columns that each
 * sum 1,000 cells take 3 million. A formula that needs more is left to Excel, as with {@link maxCharactersPerRow}.
 */
export const maxStepsPerRow = 5_000_000;

/**
 * Maximum steps of one formula, about 15 ms. It blocks the event loop that long at most, and leaves steps for other
 * formulas.
 */
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
      "The formulas of this report look at rows that are too far away, and too long to be held until then. Let the formulas look at nearer rows, show fewer columns, or make shorter text.",
    );
  }
}
