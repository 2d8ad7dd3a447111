import { expect, it } from "vitest";
import { createSieverValues } from "./siever-values.ts";
import { SieverCode } from "./sievers.ts";

it("holds exactly the given values by siever code", () => {
  const held = createSieverValues([
    [SieverCode.Email, ["!me@example.com"]],
    ["1001", ["vip"]],
  ]);
  expect(JSON.stringify(held)).toBe('{"1001":["vip"],"5003":["!me@example.com"]}');
});

it("leaves no helper key behind, which is larger than any siever code", () => {
  expect(Object.keys(createSieverValues([]))).toEqual([]);
  expect(Math.max(...Object.values(SieverCode))).toBeLessThan(9_999);
});
