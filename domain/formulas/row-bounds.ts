/**
 * Characters of text that the formulas of one row may make together: eight full cells of Excel. A short formula makes 32,767 of them, in each
 * of 110 columns; without a bound one design makes reports of gigabytes. What goes beyond Excel computes alone.
 */
export const textOfRow = 250_000;

/**
 * Steps of work that the formulas of one row may take together (work.ts), some 50 ms of a processor and 160 at worst. 110 columns that each add up 1,000 cells
 * take 3 million. A formula that would take more Excel computes alone, as with {@link textOfRow}.
 */
export const stepsOfRow = 5_000_000;

/** What one of them may take, some 15 ms: so long nothing else has a turn, and one formula leaves room for the others. */
export const stepsOfFormula = 1_500_000;

/**
 * What rows may weigh, in estimated bytes, that wait for one another because formulas look at rows further down or at fixed ones. A hundred
 * usual rows of 110 columns weigh 2 MB.
 */
export const heldForFormulas = 32 * 1024 * 1024;

/** Thrown when rows that wait weigh more; the message says what to do. */
export class FormulasHoldTooMuch extends Error {
  override name = "FormulasHoldTooMuch";
  constructor() {
    super(
      "The formulas of this report look at rows that are too far away, and too long to be held until then. Let the formulas look at nearer rows, show fewer columns, or make shorter text.",
    );
  }
}
