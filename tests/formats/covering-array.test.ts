import { describe, expect, it } from "vitest";
import { coveringArray } from "./covering-array.ts";

type Small = { format: string; size: number; sign: string; deep: boolean };

const factors = {
  format: { values: ["a", "b", "c"] },
  size: { values: [1, 2, 3, 4] },
  sign: { values: ["+", "-"], shownBeside: ["a"] },
  deep: { values: [true, false], shownBeside: ["a", "b"] },
};
const options = {
  of: "format",
  clash: (one: string, value: unknown, other: string, beside: unknown) => {
    const chosen: Record<string, unknown> = { [one]: value, [other]: beside };
    return chosen.size === 4 && chosen.sign === "-";
  },
} as const;
const cases = coveringArray<Small>(factors, options, 1);

describe("cases that cover all pairs", () => {
  it("contain any two compatible values together, and no incompatible ones", () => {
    const seen = (check: (one: Small) => boolean) => cases.some(check);
    for (const format of factors.format.values)
      for (const size of factors.size.values)
        expect(seen((one) => one.format === format && one.size === size)).toBe(true);
    for (const size of factors.size.values)
      for (const sign of factors.sign.values)
        expect(seen((one) => one.format === "a" && one.size === size && one.sign === sign)).toBe(
          !(size === 4 && sign === "-"),
        );
    for (const deep of factors.deep.values)
      for (const size of factors.size.values)
        expect(seen((one) => one.format !== "c" && one.size === size && one.deep === deep)).toBe(true);
    expect(cases.some(({ size, sign }) => size === 4 && sign === "-")).toBe(false);
  });

  it("are far fewer than the 48 combinations", () => {
    expect(cases.length).toBeLessThanOrEqual(18);
  });

  it("are the same for the same seed, and different for another", () => {
    expect(coveringArray<Small>(factors, options, 1)).toEqual(cases);
    expect(coveringArray<Small>(factors, options, 2)).not.toEqual(cases);
  });
});
