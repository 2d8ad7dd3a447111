import { expect, it } from "vitest";
import { unsendableText } from "./unsendable-text.ts";

it("an address that our mail server can't accept isn't blamed on the recipient's server", () => {
  expect(unsendableText(["josé@partner.example"])).toBe(
    "josé@partner.example. Our mail server doesn't accept the letters before its @. Enter another address.",
  );
  expect(unsendableText(["josé@partner.example", "ánna@partner.example"])).toBe(
    "josé@partner.example, ánna@partner.example. Our mail server doesn't accept the letters before their @. Enter others.",
  );
});
