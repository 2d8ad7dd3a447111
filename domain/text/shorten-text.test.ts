import { expect, it } from "vitest";
import { shortenText } from "./shorten-text.ts";

it.each([
  ["", ""],
  ["five!", "five!"],
  ["sixsix", "sixsi…"],
  ["😀😀😀😀😀", "😀😀😀😀😀"],
  ["😀😀😀😀😀😀", "😀😀😀😀😀…"],
])("cuts '%s' to five characters: '%s'", (text, expected) => {
  expect(shortenText(text, 5)).toBe(expected);
});
