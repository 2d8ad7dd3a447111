import { expect, it } from "vitest";
import { weightIn, weightUnitSymbol } from "./weight.ts";

it.each([
  [{ value: 8, unit: "OUNCES" }, "KILOGRAMS", 1, "0.2268"],
  [{ value: 8, unit: "OUNCES" }, "KILOGRAMS", 4, "0.9072"],
  [{ value: 1, unit: "POUNDS" }, "OUNCES", 1, "16"],
  [{ value: 1, unit: "KILOGRAMS" }, "POUNDS", 1, "2.2046"],
  [{ value: 0.1, unit: "GRAMS" }, "GRAMS", 3, "0.3"],
  [{ value: 1e-7, unit: "KILOGRAMS" }, "GRAMS", 1, "0.0001"],
  [{ value: 0, unit: "POUNDS" }, "GRAMS", 2, "0"],
])("%j in %s, times %i, weighs %s, rounded once at the end", (weight, unit, pieces, wanted) => {
  expect(weightIn(unit, weight, pieces)).toBe(wanted);
});

it("a weight is unknown without a value or with an unknown unit", () => {
  expect(weightIn("GRAMS", null)).toBeNull();
  expect(weightIn("GRAMS", { unit: "GRAMS" })).toBeNull();
  expect(weightIn("GRAMS", { value: 1, unit: "STONES" })).toBeNull();
  expect(weightIn("STONES", { value: 1, unit: "GRAMS" })).toBeNull();
  expect(weightUnitSymbol("STONES")).toBeNull();
  expect(weightIn("constructor", { value: 1, unit: "GRAMS" })).toBeNull();
  expect(weightIn("GRAMS", { value: 1, unit: "toString" })).toBeNull();
  expect(weightUnitSymbol("constructor")).toBeNull();
  expect(["GRAMS", "KILOGRAMS", "OUNCES", "POUNDS"].map(weightUnitSymbol)).toEqual(["g", "kg", "oz", "lb"]);
});
