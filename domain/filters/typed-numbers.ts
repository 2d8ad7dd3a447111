/** A number as somebody typed it, with a comma or several signs between its digits. */
const grouped = (sign: "," | "."): RegExp => new RegExp(`^[1-9]\\d{0,2}(?:\\${sign}\\d{3})+$`);
const other = { ",": ".", ".": "," } as const;

/** Digits in groups of three, and behind the other sign a fraction: `1.234,56`, `1,234.56`. */
const inGroups = (digits: string): string | undefined => {
  for (const sign of [",", "."] as const) {
    const [whole = "", fraction, ...more] = digits.split(other[sign]);
    if (grouped(sign).test(whole) && fraction !== undefined && more.length === 0 && /^\d+$/.test(fraction))
      return `${whole.replaceAll(sign, "")}.${fraction}`;
    // More than one group: no fraction has two signs.
    if (grouped(sign).test(digits) && digits.split(sign).length > 2) return digits.replaceAll(sign, "");
  }
  return undefined;
};

/** A fraction in a form that is no group of three: `1.234` as 1.2340, `1.000` as 1. */
const unmistakable = (whole: string, fraction: string): string => {
  const short = fraction.replace(/0+$/, "");
  if (short === "") return whole;
  return `${whole}.${short.length === 3 ? `${short}0` : short}`;
};

/**
 * A number of a filter's value as it is kept, with a decimal point: `12,5` is 12.5, `1.234,56` and `1,234.56` are 1234.56. `1,234` and `1.234` may be
 * a thousand or a fraction, whichever way the shop writes amounts, so `readings` says both in forms that may not, and nobody guesses; text that is no
 * such number stays as it is. The sign before it stays.
 */
export const typedNumber = (typed: string): { text: string } | { readings: readonly [string, string] } => {
  const [, before = "", digits = ""] = /^(\s*(?:!|<=|>=|<|>)?\s*[+-]?)(.*?)\s*$/su.exec(typed) ?? [];
  const minus = before.endsWith("-") ? "-" : "";
  const [, whole = "", fraction = ""] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(digits) ?? [];
  if (fraction !== "") return { readings: [minus + whole + fraction, minus + unmistakable(whole, fraction)] };
  if (/^\d+,\d+$/.test(digits)) return { text: before + digits.replace(",", ".") };
  const plain = inGroups(digits);
  return { text: plain === undefined ? typed : before + plain };
};
