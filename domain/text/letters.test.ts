import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainLatin, withoutDashesAndSlashes } from "./letters.ts";

describe("plain Latin letters", () => {
  it.each([
    ["é", "e"],
    ["Crème brûlée", "Creme brulee"],
    ["ß", "ss"],
    ["STRAẞE", "STRASSE"],
    ["ł", "l"],
    ["Łódź", "Lodz"],
    ["č", "c"],
    ["ş", "s"],
    ["ș", "s"],
    ["Ø", "O"],
    ["Æ", "AE"],
    ["œ", "oe"],
    ["ﬁ", "fi"],
    ["ﬃ", "ffi"],
    ["Đặng", "Dang"],
    ["Ngữ", "Ngu"],
    ["İstanbul ıssız", "Istanbul issiz"],
    ["Þór Ægir", "Thor AEgir"],
    ["ĳ", "ij"],
    ["ǆ", "dz"],
    ["e\u0301", "e"],
    ["ǽ", "ae"],
    ["ǿ", "o"],
    ["naïve – 10 €", "naive – 10 €"],
  ])("%j becomes %j", (text, wanted) => {
    expect(plainLatin(text)).toBe(wanted);
  });

  it.each([
    "Αθήνα ΐ",
    "Ёлка й",
    "Київ",
    "日本語が",
    "한국어",
    "שלום",
    "مُحَمَّد",
    "हिन्दी",
    "👩‍👩‍👧 ☕️",
    "",
    "plain 1/2 - 'x'",
  ])("%j is left unchanged", (text) => {
    expect(plainLatin(text)).toBe(text);
  });

  it("leaves no Latin letter with a diacritic, and changes nothing more the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const plain = plainLatin(text);
        expect(plain.normalize("NFD")).not.toMatch(/\p{Script=Latin}\p{M}/u);
        expect(plainLatin(plain)).toBe(plain);
      }),
    );
  });
});

describe("without dashes and slashes", () => {
  it.each([
    ["A-1/b\\c", "A 1 b c"],
    ["2–3 — 4", "2 3   4"],
    ["non‑breaking", "non breaking"],
    ["½ ⁄ ∕", "½    "],
    ["−5 a_b", "−5 a_b"],
  ])("%j becomes %j", (text, wanted) => {
    expect(withoutDashesAndSlashes(text)).toBe(wanted);
  });
});
