import { expect, it } from "vitest";
import { fileNameMoment, instantFormatter } from "./format.ts";

it.each([
  [0, "2026/11/21 03:05"],
  [1, "21/11/2026 03:05"],
  [2, "11/21/2026 03:05"],
])("writes an instant in the shop's zone in date format %i", (format, text) => {
  expect(instantFormatter("Pacific/Auckland", format)("2026-11-20T14:05:59Z")).toBe(text);
});

it("names files by the shop's clock", () => {
  expect(fileNameMoment("2026-11-20T14:05:59Z", "Europe/Athens")).toBe("2026-11-20 1605");
});
