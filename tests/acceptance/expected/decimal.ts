/** Exact decimal sums for the expectation: amounts are whole numbers of 10^-8. */

const places = 8;
const scale = 10n ** BigInt(places);

/** `"7.25"` → 725000000n. Refuses anything that is not a plain decimal. */
export const decimal = (text: string): bigint => {
  const [, sign = "", whole = "", fraction = ""] = text.match(/^(-?)(\d+)(?:\.(\d+))?$/) ?? [];
  if (whole === "") throw new Error(`'${text}' is not a plain decimal.`);
  if (fraction.length > places) throw new Error(`'${text}' has more than ${places} decimals.`);
  const amount = BigInt(whole) * scale + BigInt(fraction.padEnd(places, "0"));
  return sign ? -amount : amount;
};

/** The text of a number cell: no trailing zeros, no `.0`, no `-0`. */
export const cellOfDecimal = (amount: bigint): string => {
  const size = amount < 0n ? -amount : amount;
  const fraction = (size % scale).toString().padStart(places, "0").replace(/0+$/, "");
  return `${amount < 0n ? "-" : ""}${size / scale}${fraction === "" ? "" : `.${fraction}`}`;
};

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};
