import fc from "fast-check";
import { expect, it } from "vitest";
import { compareCodePoints, createCollation } from "./collation.ts";

it("follows the shop's language", () => {
  const words = ["zebra", "öl", "ol", "Öl", "apa"];
  expect(words.toSorted(createCollation("sv"))).toEqual(["apa", "ol", "zebra", "öl", "Öl"]);
  expect(words.toSorted(createCollation("de"))).toEqual(["apa", "ol", "öl", "Öl", "zebra"]);
});

it("falls back to code points for texts that are equal in the language", () => {
  const compare = createCollation("en");
  expect(new Intl.Collator("en").compare("a\u0000", "a")).toBe(0);
  expect(compare("a\u0000", "a")).toBeGreaterThan(0);
  expect(compare("a", "a")).toBe(0);
});

it("compares numbers in a text by their value", () => {
  const compare = createCollation("en");
  for (const inOrder of [
    ["B-9999", "B-10000"],
    ["Size 2", "Size 10", "Size 10 / Blue"],
    ["", "0", "7", "٩", "10", "a"],
    ["9", "１０", "11"],
    [`1${"0".repeat(39)}`, `2${"0".repeat(39)}`, `1${"0".repeat(40)}`],
  ])
    expect([...inOrder].reverse().toSorted(compare)).toEqual(inOrder);
});

it("treats neither points, commas nor signs as parts of a number", () => {
  const inOrder = ["-5", "-10", "1,5", "1,10", "1.9", "1.10"];
  expect([...inOrder].reverse().toSorted(createCollation("en"))).toEqual(inOrder);
});

it("orders equal numbers by code point", () => {
  const inOrder = ["007", "07", "7", "7", "７"];
  expect([...inOrder].reverse().toSorted(createCollation("en"))).toEqual(inOrder);
});

it("treats an invalid locale as English", () => {
  expect(["b", "a", "B"].toSorted(createCollation("no such locale"))).toEqual(["a", "b", "B"]);
});

it("compares code points as numbers", () => {
  const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const reference = (left: string, right: string): number => {
    const [a, b] = [points(left), points(right)];
    const at = a.findIndex((point, place) => point !== b[place]);
    return at === -1 ? a.length - b.length : b[at] === undefined ? 1 : (a[at] ?? 0) - b[at];
  };
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\uffee", "😀", "𝔘") });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(reference(left, right)));
    }),
  );
});
