/**
 * Minor units by ISO 4217, of those that have not two. A table of our own: what `Intl` answers is how amounts are usually shown (PKR, HUF and others
 * without any), not what they are paid in, and changes from one version of Node to the next.
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

/** Decimals that amounts of a currency have: 2 of EUR, 0 of JPY, 3 of KWD; 2 of what is no currency. */
export const currencyDecimals = (code: string): number => (Object.hasOwn(others, code) ? (others[code] ?? 2) : 2);
