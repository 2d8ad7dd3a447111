/**
 * ISO 4217 minor units other than two. `Intl` gives the usual display (none for PKR, HUF and others), not the payment
 * unit, and changes between Node versions.
 */
const others: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"],
      ...["RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"],
    ].map((code) => [code, 0]),
  ),
  ...Object.fromEntries(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

/** Decimals of amounts: 2 for EUR, 0 for JPY, 3 for KWD; 2 for unknown codes. */
export const getCurrencyDecimals = (code: string): number => (Object.hasOwn(others, code) ? (others[code] ?? 2) : 2);
