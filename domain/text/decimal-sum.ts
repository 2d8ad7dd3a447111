import { sumDecimals } from "./decimal.ts";

/** Sums canonical decimal text exactly, in constant memory. */
export type DecimalSum = { add(decimal: string): void; total(): string };

/** Integers below this are added as floats; sums of a few are exact. */
const exactBelow = 1e12;
const carryAt = 2 ** 52;

export const createDecimalSum = (): DecimalSum => {
  // Sums per number of decimals, as integers of the last one: most amounts need no BigInt.
  const byScale = new Map<number, number>();
  let carried = "0";

  const asDecimal = (scale: number, sum: number): string => {
    const digits = `${Math.abs(sum)}`.padStart(scale + 1, "0");
    const at = digits.length - scale;
    return `${sum < 0 ? "-" : ""}${digits.slice(0, at)}.${digits.slice(at)}`;
  };

  return {
    add(decimal) {
      const point = decimal.indexOf(".");
      const whole = Number(point === -1 ? decimal : decimal.slice(0, point) + decimal.slice(point + 1));
      if (!(Math.abs(whole) < exactBelow)) {
        carried = sumDecimals([carried, decimal]);
        return;
      }
      const scale = point === -1 ? 0 : decimal.length - point - 1;
      const sum = (byScale.get(scale) ?? 0) + whole;
      if (Math.abs(sum) < carryAt) byScale.set(scale, sum);
      else {
        carried = sumDecimals([carried, asDecimal(scale, sum)]);
        byScale.set(scale, 0);
      }
    },
    total: () => sumDecimals([carried, ...[...byScale].map(([scale, sum]) => asDecimal(scale, sum))]),
  };
};
