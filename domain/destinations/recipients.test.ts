import { describe, expect, it } from "vitest";
import { isEmailAddress, maxRecipients, parseRecipients, recipientsProblem } from "./recipients.ts";

describe("Recipients", () => {
  it("are separated by semicolons, commas or line breaks, without duplicates and in order", () => {
    expect(parseRecipients(" ann@b.example; bob@c.example,\nANN@b.example;;cy+orders@d.co.uk ")).toEqual({
      addresses: ["ann@b.example", "bob@c.example", "cy+orders@d.co.uk"],
      bad: [],
    });
  });

  it("are rejected if one isn't an address, or if there are none or too many", () => {
    const why = (text: string) => recipientsProblem(parseRecipients(text));
    expect(why("ann@b.example")).toBeUndefined();
    expect(why("ann@b.example, bob")).toBe(`"bob" isn't an e-mail address. Separate addresses with ; or ,`);
    expect(why(" ;, ")).toBe("Enter at least one e-mail address.");
    const many = Array.from({ length: maxRecipients + 1 }, (_, n) => `n${n}@b.example`).join(";");
    expect(why(many)).toBe("A report can go to at most 50 addresses.");
  });
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
