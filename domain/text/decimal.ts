/**
 * Exact arithmetic on decimal text. Canonical form (ADR 4): digits with a point, no exponent, no plus sign, no
 * superfluous zeros: `55`, `7.25`, `-0.5`, `0`.
 */

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

/** A regular expression would take quadratic time. */
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

/** Usual form of the platform's amounts: canonical but for trailing zeros. */
const withFraction = /^-?(?:0|[1-9]\d*)\.\d+$/;

/** Shortens a decimal with a fraction. */
const withoutZeros = (text: string): string => {
  const plain = withoutZerosAtEnd(text);
  const whole = plain.endsWith(".") ? plain.slice(0, -1) : plain;
  return whole === "-0" ? "0" : whole;
};

/**
 * Returns `55` for `55.0`, `7.25` for `007.250`, `0` for `-0.0`.
 * @throws {NotADecimal}
 */
export const toCanonicalDecimal = (text: string): string => {
  if (alreadyCanonical.test(text)) return text;
  return withFraction.test(text) ? withoutZeros(text) : format(parse(text));
};

/**
 * Canonical form of a JSON number, digit for digit: `0.08875`, and `0.0000001` for 1e-7.
 * @throws {NotADecimal} NaN and infinities
 */
export const toDecimal = (number: number): string => {
  // Most are integers; `+ 0` turns -0 into 0.
  if (Number.isSafeInteger(number)) return String(number + 0);
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const { digits, scale } = parse(mantissa);
  const shifted = scale - Number(exponent);
  return format(shifted < 0 ? { digits: digits * 10n ** BigInt(-shifted), scale: 0 } : { digits, scale: shifted });
};

const scaledTo = (parts: Parts, scale: number): bigint => parts.digits * 10n ** BigInt(scale - parts.scale);

/**
 * Sums exactly; `0` for none.
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
 * Subtracts all others from the first, exactly.
 * @throws {NotADecimal}
 */
export const subtractDecimals = (from: string, ...texts: readonly string[]): string => {
  const off = parse(sumDecimals(texts));
  return sumDecimals([from, format({ digits: -off.digits, scale: off.scale })]);
};

/**
 * Multiplies exactly.
 * @throws {NotADecimal}
 */
export const multiplyDecimals = (left: string, right: string): string => {
  const a = parse(left);
  const b = parse(right);
  return format({ digits: a.digits * b.digits, scale: a.scale + b.scale });
};

/**
 * Rounds to `places` decimals, half away from zero, as shops do. Amounts of a report use the decimals of the shop's
 * currency, or their own if they have more (domain/groupings/prorate.ts).
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

/** Counts decimals in the canonical form. */
export const decimalPlaces = (text: string): number => {
  const decimal = toCanonicalDecimal(text);
  const point = decimal.indexOf(".");
  return point === -1 ? 0 : decimal.length - point - 1;
};

/**
 * Compares by value: `2.50` equals `2.5`.
 * @throws {NotADecimal}
 */
export const compareDecimals = (left: string, right: string): number => {
  const a = parse(left);
  const b = parse(right);
  const scale = Math.max(a.scale, b.scale);
  const difference = scaledTo(a, scale) - scaledTo(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
