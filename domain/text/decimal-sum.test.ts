import fc from "fast-check";
import { expect, it } from "vitest";
import { NotADecimal, sumDecimals, toCanonicalDecimal } from "./decimal.ts";
import { createDecimalSum } from "./decimal-sum.ts";

const totalOf = (texts: Iterable<string>): string => {
  const sum = createDecimalSum();
  for (const text of texts) sum.add(text);
  return sum.total();
};

it("is 0 without values, and exact where floats are not", () => {
  expect(totalOf([])).toBe("0");
  expect(totalOf(["0.1", "0.2"])).toBe("0.3");
  expect(totalOf(["-0.5", "0.25", "0.25"])).toBe("0");
});

it("carries over into large whole numbers", () => {
  const big = "999999999999.9";
  expect(totalOf(Array.from({ length: 10_000 }, () => big))).toBe("9999999999999000");
  expect(totalOf(Array.from({ length: 10_000 }, () => "999999999.99"))).toBe("9999999999900");
});

it("matches exact addition, for amounts of every size", () => {
  const amount = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(6)).map(([digits, scale]) => {
    const text = `${digits < 0n ? -digits : digits}`.padStart(scale + 1, "0");
    const at = text.length - scale;
    return toCanonicalDecimal(`${digits < 0n ? "-" : ""}${text.slice(0, at)}.${text.slice(at)}`);
  });
  fc.assert(
    fc.property(fc.array(amount), (amounts) => {
      expect(totalOf(amounts)).toBe(sumDecimals(amounts));
    }),
  );
});

it("rejects text that isn't a decimal", () => {
  expect(() => totalOf(["a lot"])).toThrow(NotADecimal);
});
