import fc from "fast-check";
import { expect, it } from "vitest";
import { multiplyDecimals, subtractDecimals, sumDecimals, toCanonicalDecimal } from "../../text/decimal.ts";
import { quickProduct, quickSum } from "./quick-decimals.ts";

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.integer({ min: 0, max: 14 }))
  .map(([negative, digits, places]) => {
    const text = digits.toString().padStart(places + 1, "0");
    return toCanonicalDecimal(
      `${negative ? "-" : ""}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`,
    );
  });

it("matches exact decimal arithmetic, or returns undefined", () => {
  let tried = 0;
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const found = [quickSum(left, right, 1), quickSum(left, right, -1), quickProduct(left, right)];
      const exact = [sumDecimals([left, right]), subtractDecimals(left, right), multiplyDecimals(left, right)];
      tried += found.filter((one) => one !== undefined).length;
      expect(found).toEqual(exact.map((one, at) => (found[at] === undefined ? undefined : one)));
    }),
    { numRuns: 5_000 },
  );
  expect(tried).toBeGreaterThan(100);
  expect([quickSum("12.1", "0.2", 1), quickSum("0.5", "0.5", -1), quickProduct("-1.5", "0.2")]).toEqual([
    "12.3",
    "0",
    "-0.3",
  ]);
});
