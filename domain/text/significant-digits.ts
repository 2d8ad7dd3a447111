/** Digits that a number keeps in Excel. */
const significantDigits = 15;

/** True when Excel keeps every digit of a decimal; it would round the others off. */
export const isExactInExcel = (decimal: string): boolean =>
  decimal.length <= significantDigits ||
  (decimal.length <= 40 &&
    decimal
      .replace(/^-?[0.]*/, "")
      .replace(".", "")
      .replace(/0+$/, "").length <= significantDigits);
