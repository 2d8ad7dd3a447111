import { expect, it } from "vitest";
import { currencyDecimals } from "./currency-decimals.ts";

it.each([
  ["EUR", 2],
  ["JPY", 0],
  ["KWD", 3],
  ["", 2],
  ["money", 2],
])("amounts in %j have %i decimals", (code, decimals) => {
  expect(currencyDecimals(code)).toBe(decimals);
});
