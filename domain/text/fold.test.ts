import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "./fold.ts";

it.each([
  [" VIP ", "vip"],
  ["Élite", "e\u0301LITE"],
  ["ΟΔΟΣ", "οδος"],
  ["οδοσ", "οδος"],
  ["\u212Aelvin", "kelvin"],
  ["Ǆ", "ǆ"],
  ["ПРИВЕТ", "привет"],
  ["\u00a0東京\u3000", "東京"],
])("%j and %j are the same, ignoring case", (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

it.each([
  ["Straße", "Strasse"],
  ["café", "cafe"],
  ["vip gold", "vip  gold"],
  ["ﬁne", "fine"],
  ["İ", "i"],
  ["ı", "i"],
])("%j and %j are not", (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

it("folds once and for all, ASCII letters as every text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      expect(fold(text)).toBe(text.trim().toLowerCase());
    }),
  );
});
