/** Decimals that amounts of a currency have: 2 of EUR, 0 of JPY, 3 of KWD; 2 of what is no currency. */
export const currencyDecimals = (code: string): number => {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency: code,
    }).resolvedOptions();
    return maximumFractionDigits;
  } catch (error) {
    if (error instanceof RangeError) return 2;
    throw error;
  }
};
