import type { OnUnexpectedError } from "#domain/formulas/compute-rows.ts";
import { formatColumnLetters } from "#domain/formulas/syntax/references.ts";

/** Logs the error for support. The page goes on, and the cell says '(computed in Excel)'. */
export const warnOfFormula: OnUnexpectedError = (error, place) =>
  console.warn(`The formula in column ${formatColumnLetters(place)} caused an unexpected error.`, error);
