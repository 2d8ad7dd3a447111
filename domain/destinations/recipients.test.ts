import { expect, it } from "vitest";
import { isEmailAddress, splitRecipients } from "./recipients.ts";

it("recipients are separated by semicolons, commas or line breaks, and keep their order", () => {
  expect(splitRecipients(" ann@b.example; bob@c.example,\n;;cy+orders@d.co.uk ")).toEqual([
    "ann@b.example",
    "bob@c.example",
    "cy+orders@d.co.uk",
  ]);
});

it.each(["ann@b.example", "a.b+c_d@sub.b.example", "x@münchen.example", "o'neil@b.example", "1@b.co"])(
  "%s is an address",
  (text) => expect(isEmailAddress(text)).toBe(true),
);
it.each([
  "ann",
  "ann@b",
  "@b.example",
  "ann@",
  "ann@b..example",
  "ann.@b.example",
  ".ann@b.example",
  "a..b@b.example",
  "ann@-b.example",
  "Ann <ann@b.example>",
  "ann@b.example\r\nBcc: x@y.example",
  "ann @b.example",
  "a@b@c.example",
  "ann@b.example\u200b",
  `${"a".repeat(65)}@b.example`,
  "",
])("%j isn't an address", (text) => expect(isEmailAddress(text)).toBe(false));
