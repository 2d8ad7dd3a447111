import { expect, it } from "vitest";
import { ColumnType } from "../enumerations.ts";
import { defaultWidth } from "./default-width.ts";

it("an unresized column fits its heading within bounds, and an image column has a fixed width", () => {
  const width = (title: string, type: ColumnType = ColumnType.Text) => defaultWidth({ type, title });
  expect([width("SKU"), width("Order number"), width("Custom 1")]).toEqual([16, 16, 16]);
  // 18 letters of about 7.2 px.
  expect(width("Fulfillment status") * 7).toBeGreaterThanOrEqual(18 * 7.2 + 20);
  expect(width("x".repeat(200))).toBe(32);
  expect(width("Image", ColumnType.Image)).toBe(10);
});
