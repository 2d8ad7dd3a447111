import { describe, expect, it } from "vitest";
import { parseTypedNumber } from "./typed-numbers.ts";

describe("a number with a comma", () => {
  it.each([
    ["12,5", "12.5"],
    ["0,125", "0.125"],
    ["-0,5", "-0.5"],
    [">= 12,5", ">= 12.5"],
    ["!19,90", "!19.90"],
    ["1234,567", "1234.567"],
    ["1.234,56", "1234.56"],
    ["1,234.56", "1234.56"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["12.345.678,9", "12345678.9"],
  ])("%s is read as %s", (typed, text) => {
    expect(parseTypedNumber(typed)).toEqual({ text });
  });

  it.each([
    "5",
    "1.2340",
    "0.125",
    "1234.567",
    ".5",
    "12.50",
    "*",
    "!*",
    "12,",
    ",5",
    "1,2,3",
    "12,34,567",
    "1.23,4.5",
    "cheap",
    "12,5 kg",
  ])("%s is left unchanged", (typed) => {
    expect(parseTypedNumber(typed)).toEqual({ text: typed });
  });

  it.each([
    ["1,234", ["1234", "1.2340"]],
    ["1.000", ["1000", "1"]],
    [">= 1.250", ["1250", "1.25"]],
    ["<= 12,500", ["12500", "12.5"]],
    ["-999,000", ["-999000", "-999"]],
  ])("%s is ambiguous and has both readings", (typed, readings) => {
    expect(parseTypedNumber(typed)).toEqual({ readings });
  });
});
