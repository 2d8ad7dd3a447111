import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalPlaces, sumDecimals } from "../text/decimal.ts";
import { computeShare } from "./prorate.ts";

/** Shares of fulfillments with these units. */
const shares = (amount: string, line: number, parcels: readonly number[], decimals = 2) => {
  let before = 0;
  return parcels.map((here) => {
    const share = computeShare(amount, { line, before, here }, decimals);
    before += here;
    return share;
  });
};

it("divides an amount by units, to the currency's decimals", () => {
  expect(shares("10", 4, [1, 3])).toEqual(["2.5", "7.5"]);
  expect(shares("10", 3, [1, 1, 1])).toEqual(["3.33", "3.34", "3.33"]);
  expect(shares("1000", 3, [1, 1, 1], 0)).toEqual(["333", "334", "333"]);
  expect(shares("0.125", 2, [1, 1])).toEqual(["0.063", "0.062"]);
  expect(shares("0", 2, [1])).toEqual(["0"]);
});

it("leaves out unfulfilled units, and never exceeds the amount", () => {
  expect(shares("10", 4, [1])).toEqual(["2.5"]);
  expect(shares("10", 2, [2, 1])).toEqual(["10", "0"]);
  expect(shares("10", 0, [1])).toEqual([null]);
});

it("adds up exactly to the line's amount once all units are sent, however they are split", () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String);
  const cents = fc
    .tuple(amount, fc.integer({ min: 0, max: 99_999 }))
    .map(([whole, part]) => sumDecimals([whole, `0.${String(part).padStart(5, "0")}`]));
  fc.assert(
    fc.property(
      cents,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.nat(3),
      (total, parcels, decimals) => {
        const line = parcels.reduce((sum, units) => sum + units, 0);
        const parts = shares(total, line, parcels, decimals).map((share) => share ?? "none");
        expect(sumDecimals(parts)).toBe(total);
        for (const part of parts)
          expect(decimalPlaces(part)).toBeLessThanOrEqual(Math.max(decimals, decimalPlaces(total)));
      },
    ),
  );
});
