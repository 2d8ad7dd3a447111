import { expect, it } from "vitest";
import { SieverCode, sieverByCode } from "../../filters/sievers.ts";
import { describeSiever } from "./filter-text.ts";

it.each([
  [SieverCode.OrderTags, "Order tags"],
  [SieverCode.Sku, "Variant SKU"],
  [SieverCode.OrderTotal, "Order total"],
  [SieverCode.TestOrder, "Test order"],
  [SieverCode.ZipCode, "Customer ZIP code"],
])("history calls field %i %s", (code, text) => {
  expect(describeSiever(sieverByCode.get(code))).toBe(text);
});
