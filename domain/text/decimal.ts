/**
 * Exact arithmetic on decimal text, so that no amount goes through a float.
 * The one canonical form (docs/adr/0004-cells-are-decimal-text.md): plain digits with a point, no exponent, no plus sign,
 * no leading or trailing zeros beyond the needed one: `55`, `7.25`, `-0.5`, `0`.
 */

/** Thrown when a text is not a plain decimal. */
export class NotADecimal extends Error {
  override name = "NotADecimal";
  constructor(text: string) {
    super(`'${text.slice(0, 40)}' is not a decimal number.`);
  }
}

type Parts = { digits: bigint; scale: number };

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?$/;

const parse = (text: string): Parts => {
  const match = pattern.exec(text);
  const whole = match?.[2] ?? "";
  const fraction = match?.[3] ?? "";
  if (match === null || whole.length + fraction.length === 0) throw new NotADecimal(text);
  const digits = BigInt(whole + fraction);
  return { digits: match[1] === "-" ? -digits : digits, scale: fraction.length };
};

/** By hand: a pattern for zeros at the end tries every zero as their first. */
const withoutZerosAtEnd = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
};

const format = ({ digits, scale }: Parts): string => {
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = withoutZerosAtEnd(text.slice(text.length - scale));
  const plain = fraction === "" ? whole : `${whole}.${fraction}`;
  return negative && plain !== "0" ? `-${plain}` : plain;
};

const alreadyCanonical = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;

/** As platforms write amounts: canonical but for zeros at the end. */
const withFraction = /^-?(?:0|[1-9]\d*)\.\d+$/;

/** Of a decimal with a fraction. */
const withoutZeros = (text: string): string => {
  const plain = withoutZerosAtEnd(text);
  const whole = plain.endsWith(".") ? plain.slice(0, -1) : plain;
  return whole === "-0" ? "0" : whole;
};

/**
 * The canonical form of a decimal: `55.0` becomes `55`, `007.250` becomes `7.25`, `-0.0` becomes `0`.
 * @throws {NotADecimal}
 */
export const canonicalDecimal = (text: string): string => {
  if (alreadyCanonical.test(text)) return text;
  return withFraction.test(text) ? withoutZeros(text) : format(parse(text));
};

/**
 * The canonical form of a number as JSON gives it, digit for digit: `0.08875`, and `0.0000001` of what prints as 1e-7.
 * @throws {NotADecimal} NaN and infinities
 */
export const decimalOfNumber = (number: number): string => {
  // Most are whole; `+ 0` makes 0 of -0.
  if (Number.isSafeInteger(number)) return String(number + 0);
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const { digits, scale } = parse(mantissa);
  const shifted = scale - Number(exponent);
  return format(shifted < 0 ? { digits: digits * 10n ** BigInt(-shifted), scale: 0 } : { digits, scale: shifted });
};

const scaledTo = (parts: Parts, scale: number): bigint => parts.digits * 10n ** BigInt(scale - parts.scale);

/**
 * The exact sum, `0` of nothing.
 * @throws {NotADecimal}
 */
export const sumDecimals = (texts: Iterable<string>): string => {
  let total: Parts = { digits: 0n, scale: 0 };
  for (const text of texts) {
    const next = parse(text);
    const scale = Math.max(total.scale, next.scale);
    total = { digits: scaledTo(total, scale) + scaledTo(next, scale), scale };
  }
  return format(total);
};

/**
 * What is left of a decimal when the others are taken off, exact.
 * @throws {NotADecimal}
 */
export const subtractDecimals = (from: string, ...texts: readonly string[]): string => {
  const off = parse(sumDecimals(texts));
  return sumDecimals([from, format({ digits: -off.digits, scale: off.scale })]);
};

/**
 * The exact product.
 * @throws {NotADecimal}
 */
export const multiplyDecimals = (left: string, right: string): string => {
  const a = parse(left);
  const b = parse(right);
  return format({ digits: a.digits * b.digits, scale: a.scale + b.scale });
};

/**
 * The quotient, rounded to `places` decimals; half of the last one goes away from zero, as shops round. Whoever divides says the places:
 * a report's amounts have those of the shop's currency, or their own where they have more (domain/groupings/prorate.ts).
 * @throws {NotADecimal} {RangeError} a divisor of 0
 */
export const divideDecimals = (left: string, right: string, places: number): string => {
  const a = parse(left);
  const b = parse(right);
  const dividend = a.digits * 10n ** BigInt(b.scale + places);
  const divisor = b.digits * 10n ** BigInt(a.scale);
  const negative = dividend < 0n !== divisor < 0n;
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * n + d) / (2n * d);
  return format({ digits: negative ? -rounded : rounded, scale: places });
};

/** How many decimals the canonical form has. */
export const decimalPlaces = (text: string): number => {
  const decimal = canonicalDecimal(text);
  const point = decimal.indexOf(".");
  return point === -1 ? 0 : decimal.length - point - 1;
};

/**
 * Below 0, 0 or above 0, as a sort wants it, by value: `2.50` equals `2.5`.
 * @throws {NotADecimal}
 */
export const compareDecimals = (left: string, right: string): number => {
  const a = parse(left);
  const b = parse(right);
  const scale = Math.max(a.scale, b.scale);
  const difference = scaledTo(a, scale) - scaledTo(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
