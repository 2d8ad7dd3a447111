/** Decimals up to this length become integers of their last digit: exact without BigInt. */
const maxDigits = 15;
const tens = Array.from({ length: maxDigits + 1 }, (_, power) => 10 ** power);

const placesOf = (decimal: string): number => {
  const point = decimal.indexOf(".");
  return point === -1 ? 0 : decimal.length - point - 1;
};

/** Returns an integer of the last digit. */
const wholeOf = (decimal: string, places: number): number =>
  places === 0 ? Number(decimal) : Number(decimal.slice(0, -places - 1) + decimal.slice(-places));

const decimalOf = (whole: number, places: number): string | undefined => {
  if (!Number.isSafeInteger(whole)) return undefined;
  let [left, at] = [whole, places];
  while (at > 0 && left % 10 === 0) {
    left /= 10;
    at -= 1;
  }
  if (at === 0) return String(left === 0 ? 0 : left);
  const digits = String(Math.abs(left)).padStart(at + 1, "0");
  return `${left < 0 ? "-" : ""}${digits.slice(0, -at)}.${digits.slice(-at)}`;
};

/** Computes `left` + `sign` × `right`; undefined if too long. */
export const quickSum = (left: string, right: string, sign: 1 | -1): string | undefined => {
  if (left.length > maxDigits || right.length > maxDigits) return undefined;
  const [one, other] = [placesOf(left), placesOf(right)];
  const places = Math.max(one, other);
  const first = wholeOf(left, one) * (tens[places - one] ?? Number.NaN);
  const second = wholeOf(right, other) * (tens[places - other] ?? Number.NaN);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second)) return undefined;
  return decimalOf(first + sign * second, places);
};

export const quickProduct = (left: string, right: string): string | undefined => {
  if (left.length > maxDigits || right.length > maxDigits) return undefined;
  const [one, other] = [placesOf(left), placesOf(right)];
  return decimalOf(wholeOf(left, one) * wholeOf(right, other), one + other);
};
