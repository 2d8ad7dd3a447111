import { expect, it } from "vitest";
import { createSieverValues } from "./siever-values.ts";
import { SieverCode } from "./sievers.ts";

it("holds the given values, by the codes of the wire, and nothing else", () => {
  const held = createSieverValues([
    [SieverCode.Email, ["!me@example.com"]],
    ["1001", ["vip"]],
  ]);
  expect(JSON.stringify(held)).toBe('{"1001":["vip"],"5003":["!me@example.com"]}');
});

it("takes nothing away that a siever has", () => {
  expect(Object.keys(createSieverValues([]))).toEqual([]);
  expect(Math.max(...Object.values(SieverCode))).toBeLessThan(9_999);
});
