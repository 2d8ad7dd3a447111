import { expect, it } from "vitest";
import { getCurrencyDecimals } from "./currency-decimals.ts";

it.each([
  ["EUR", 2],
  ["JPY", 0],
  ["KWD", 3],
  // Intl says 0 for these, or 0 instead of 3.
  ["PKR", 2],
  ["HUF", 2],
  ["IQD", 3],
  ["CLF", 4],
  ["constructor", 2],
  ["", 2],
  ["money", 2],
])("amounts in %j have %i decimals", (code, decimals) => {
  expect(getCurrencyDecimals(code)).toBe(decimals);
});
