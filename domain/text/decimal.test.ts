import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareDecimals,
  decimalPlaces,
  divideDecimals,
  multiplyDecimals,
  NotADecimal,
  subtractDecimals,
  sumDecimals,
  toCanonicalDecimal,
  toDecimal,
} from "./decimal.ts";

describe("decimal text", () => {
  it.each([
    ["55.0", "55"],
    ["7.25", "7.25"],
    ["0.0", "0"],
    ["-0.0", "0"],
    ["10.00", "10"],
    ["100", "100"],
    ["007.250", "7.25"],
    ["-0.50", "-0.5"],
    ["+3", "3"],
    [".5", "0.5"],
    ["1.", "1"],
    ["12.345", "12.345"],
    ["99999999999999999999.01", "99999999999999999999.01"],
  ])("has one canonical form: %s becomes %s", (given, wanted) => {
    expect(toCanonicalDecimal(given)).toBe(wanted);
  });

  it.each(["", "-", ".", "1e5", "1,5", "NaN", " 1", "1 000", "0x1"])("rejects %j, which isn't a decimal", (text) => {
    expect(() => toCanonicalDecimal(text)).toThrow(NotADecimal);
    expect(() => sumDecimals(["1", text])).toThrow(NotADecimal);
  });

  it.each([
    [0.08875, "0.08875"],
    [12, "12"],
    [-0, "0"],
    [1e-7, "0.0000001"],
    [-2.5e-9, "-0.0000000025"],
    [1.5e21, "1500000000000000000000"],
  ])("converts the number %j without losing a digit", (number, wanted) => {
    expect(toDecimal(number)).toBe(wanted);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("rejects the number %j", (number) => {
    expect(() => toDecimal(number)).toThrow(NotADecimal);
  });

  it("subtracts decimals from the first one", () => {
    expect(subtractDecimals("0.3", "0.1", "0.25")).toBe("-0.05");
    expect(subtractDecimals("5.0")).toBe("5");
    expect(() => subtractDecimals("1", "x")).toThrow(NotADecimal);
  });

  it("adds without the errors of floats", () => {
    expect(sumDecimals(["0.1", "0.2"])).toBe("0.3");
    expect(sumDecimals(["1.005", "2", "-3.005"])).toBe("0");
    expect(sumDecimals([])).toBe("0");
  });

  it("multiplies a price of three decimals by a quantity", () => {
    expect(multiplyDecimals("1.125", "3")).toBe("3.375");
    expect(multiplyDecimals("-2.5", "0.4")).toBe("-1");
  });

  it.each([
    ["10", "4", 2, "2.5"],
    ["1", "3", 2, "0.33"],
    ["2", "3", 2, "0.67"],
    ["0.05", "10", 2, "0.01"],
    ["-0.05", "10", 2, "-0.01"],
    ["-0.04", "10", 2, "0"],
    ["7", "-2", 0, "-4"],
    ["1", "0.003", 1, "333.3"],
    ["99999999999999999999.01", "1", 3, "99999999999999999999.01"],
  ])("divides %s by %s to %i places as %s, half away from zero", (left, right, places, wanted) => {
    expect(divideDecimals(left, right, places)).toBe(wanted);
  });

  it("rejects a division by 0", () => {
    expect(() => divideDecimals("1", "0.00", 2)).toThrow(RangeError);
  });

  it.each([
    ["7.250", 2],
    ["100", 0],
    ["-0.001", 3],
  ])("%s has %i places", (text, places) => {
    expect(decimalPlaces(text)).toBe(places);
  });

  it("compares by value, not by text", () => {
    expect(compareDecimals("9", "10")).toBe(-1);
    expect(compareDecimals("2.50", "2.5")).toBe(0);
    expect(compareDecimals("-1", "-2")).toBe(1);
  });

  it("adds amounts in thousandths as integers do", () => {
    const thousandths = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    const text = (n: number) =>
      `${n < 0 ? "-" : ""}${Math.floor(Math.abs(n) / 1000)}.${`${Math.abs(n) % 1000}`.padStart(3, "0")}`;
    fc.assert(
      fc.property(fc.array(thousandths, { maxLength: 20 }), (numbers) => {
        const total = numbers.reduce((sum, n) => sum + n, 0);
        expect(sumDecimals(numbers.map(text))).toBe(toCanonicalDecimal(text(total)));
      }),
    );
  });
});
