import { expect, it } from "vitest";
import { escapeExcelText } from "./excel-text.ts";

it.each([
  ["_x0041_", "_x005F_x0041_"],
  ["_x00\u000141_", "_x005F_x0041_"],
  ["_\u0000x0041_", "_x005F_x0041_"],
  ["_x000\u00017_", "_x005F_x0007_"],
  ["a_xb", "a_xb"],
])("customers' text is never read as Excel's escape of another character: %j", (typed, written) => {
  expect(escapeExcelText(typed)).toBe(written);
});
