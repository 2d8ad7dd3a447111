/** Digits that Excel keeps. */
const significantDigits = 15;

/** True if Excel keeps every digit instead of rounding. */
export const isExactInExcel = (decimal: string): boolean =>
  decimal.length <= significantDigits ||
  (decimal.length <= 40 &&
    decimal
      .replace(/^-?[0.]*/, "")
      .replace(".", "")
      .replace(/0+$/, "").length <= significantDigits);
