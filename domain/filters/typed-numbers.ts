/** Digits in groups of three. */
const groupPattern = (sign: "," | "."): RegExp => new RegExp(`^[1-9]\\d{0,2}(?:\\${sign}\\d{3})+$`);
const otherSeparator = { ",": ".", ".": "," } as const;

/** `1.234,56`, `1,234.56`. */
const parseGrouped = (digits: string): string | undefined => {
  for (const separator of [",", "."] as const) {
    const [whole = "", fraction, ...more] = digits.split(otherSeparator[separator]);
    if (groupPattern(separator).test(whole) && fraction !== undefined && more.length === 0 && /^\d+$/.test(fraction))
      return `${whole.replaceAll(separator, "")}.${fraction}`;
    // More than one group: a fraction has only one separator.
    if (groupPattern(separator).test(digits) && digits.split(separator).length > 2)
      return digits.replaceAll(separator, "");
  }
  return undefined;
};

/** Writes what can't be read as a group of three: 1.2340 for `1.234`, 1 for `1.000`. */
const toUnambiguous = (whole: string, fraction: string): string => {
  const short = fraction.replace(/0+$/, "");
  if (short === "") return whole;
  return `${whole}.${short.length === 3 ? `${short}0` : short}`;
};

/**
 * Converts a typed number to a decimal point: `12,5` is 12.5, `1.234,56` and `1,234.56` are 1234.56. `1,234` and
 * `1.234` are ambiguous in any shop: `readings` gives both, thousands first. Other texts, and the operator, stay.
 */
export const parseTypedNumber = (typed: string): { text: string } | { readings: readonly [string, string] } => {
  const [, before = "", digits = ""] = /^(\s*(?:!|<=|>=|<|>)?\s*[+-]?)(.*?)\s*$/su.exec(typed) ?? [];
  const minus = before.endsWith("-") ? "-" : "";
  const [, whole = "", fraction = ""] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(digits) ?? [];
  if (fraction !== "") return { readings: [minus + whole + fraction, minus + toUnambiguous(whole, fraction)] };
  if (/^\d+,\d+$/.test(digits)) return { text: before + digits.replace(",", ".") };
  const plain = parseGrouped(digits);
  return { text: plain === undefined ? typed : before + plain };
};
