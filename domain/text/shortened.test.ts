import { expect, it } from "vitest";
import { shortened } from "./shortened.ts";

it.each([
  ["", ""],
  ["five!", "five!"],
  ["sixsix", "sixsi…"],
  ["😀😀😀😀😀", "😀😀😀😀😀"],
  ["😀😀😀😀😀😀", "😀😀😀😀😀…"],
])("cuts '%s' to five characters: '%s'", (text, expected) => {
  expect(shortened(text, 5)).toBe(expected);
});
