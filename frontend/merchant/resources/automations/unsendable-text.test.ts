import { expect, it } from "vitest";
import { unsendableText } from "./unsendable-text.ts";

it("an address that our mail server can't take isn't said to be refused by the recipient's", () => {
  expect(unsendableText(["josé@partner.example"])).toBe(
    "josé@partner.example. Our mail server doesn't accept the letters before its @. Enter another address.",
  );
  expect(unsendableText(["josé@partner.example", "ánna@partner.example"])).toBe(
    "josé@partner.example, ánna@partner.example. Our mail server doesn't accept the letters before their @. Enter others.",
  );
});
