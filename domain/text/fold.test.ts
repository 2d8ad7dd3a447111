import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCachedFold, fold, foldForSearch } from "./fold.ts";

describe("texts that are the same to a merchant", () => {
  it.each([
    [" VIP ", "vip"],
    ["Élite", "e\u0301LITE"],
    ["\u212Aelvin", "kelvin"],
    ["Ǆ", "ǆ"],
    ["ПРИВЕТ", "привет"],
    ["\u00a0東京\u3000", "東京"],
    // Turkish
    ["ÇINAR", "Çınar"],
    ["İSTANBUL", "istanbul"],
    ["KIRMIZI", "kırmızı"],
    ["i\u0307zmir", "İzmir"],
    // Greek
    ["ΠΑΤΡΑ", "Πάτρα"],
    ["ΟΔΟΣ", "οδος"],
    ["οδοσ", "οδός"],
    ["Ϊ́ΔΙΟ ΑΫ́ΛΟ", "ίδιο αΰλο"],
    ["μήλο", "µήλο"],
    // German, French and typesetters
    ["Straße", "STRASSE"],
    ["GROẞ", "groß"],
    ["ﬁne", "FINE"],
    ["Cœur", "COEUR"],
    ["ſeife", "Seife"],
    // Marks that few people type
    ["Müller", "Muller"],
    ["café", "CAFE"],
    ["Łódź", "Lodz"],
    ["København", "kobenhavn"],
    ["Nguyễn", "nguyen"],
    ["Королёв", "КОРОЛЕВ"],
    // Widths and line breaks
    ["ＶＩＰ", "vip"],
    ["ｶﾞｽ", "ガス"],
    ["one\r\ntwo", "One\nTwo"],
    ["one\rtwo", "one\ntwo"],
  ])("%j and %j", (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });
});

describe("texts that are different to a merchant", () => {
  it.each([
    ["vip gold", "vip  gold"],
    ["one\ntwo", "one two"],
    ["мой", "мои"],
    ["їжа", "іжа"],
    ["が", "か"],
    ["ไม้", "ไม"],
    ["किताब", "कताब"],
    ["10²", "102"],
    ["Mueller", "Müller"],
  ])("%j and %j", (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });
});

it("changes nothing more the second time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

it("ignores case and Unicode composition", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(text.toUpperCase())).toBe(fold(text));
      expect(fold(text.toLowerCase())).toBe(fold(text));
      expect(fold(text.normalize("NFD"))).toBe(fold(text));
    }),
  );
});

it("has the same result on the fast path for ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      expect(fold(`${text}\u00a0`)).toBe(fold(text));
      expect(fold(text)).toBe(text.trim().toLowerCase());
    }),
  );
});

it("has the same result on that path for texts of several lines", () => {
  const unit = fc.constantFrom("a", "B", " ", "\t", "\n", "\r", "\r\n");
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(fold(`${text}\u00a0`)).toBe(fold(text));
    }),
  );
});

describe("folding for the platform's search", () => {
  it("keeps texts beyond ASCII apart from pure ASCII", () => {
    for (const [one, other] of [
      ["café", "cafe"],
      ["kırmızı", "KIRMIZI"],
      ["Straße", "strasse"],
      ["\u212Aelvin", "kelvin"],
      ["café\nau lait", "cafe\nau lait"],
    ] as const)
      expect(foldForSearch(one)).not.toBe(foldForSearch(other));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        if (/[^\t\n\r\x20-\x7e]/.test(text.trim())) expect(foldForSearch(text)).not.toMatch(/^[\t\n\r\x20-\x7e]*$/);
      }),
    );
  });

  it("treats all other texts as usual", () => {
    expect(foldForSearch(" VIP\u00a0")).toBe(foldForSearch("vip"));
    expect(foldForSearch("ÇINAR")).toBe(foldForSearch("Çınar"));
    expect(foldForSearch("Müller")).toBe(foldForSearch("MÜLLER"));
    expect(foldForSearch("ΠΑΤΡΑ")).toBe(foldForSearch("Πάτρα"));
  });
});

it("caches folded texts without growing forever", () => {
  let asked = 0;
  const counted = createCachedFold((text) => {
    asked += 1;
    return fold(text);
  });
  expect([counted("Πάτρα"), counted("Πάτρα"), counted("VIP")]).toEqual(["πατρα", "πατρα", "vip"]);
  expect(asked).toBe(2);
  for (let number = 0; number < 5_000; number += 1) counted(`é${number}`);
  expect(counted("Πάτρα")).toBe("πατρα");
  expect(asked).toBe(5_003);
});

describe("caching long texts", () => {
  const counting = () => {
    const asked: string[] = [];
    const counted = createCachedFold((text) => {
      asked.push(text);
      return text.toLowerCase();
    });
    return { asked, counted };
  };
  /** A text whose characters, with its folded form's, are 130,000. */
  const note = (number: number): string => "é".repeat(64_990) + String(number).padStart(10, "0");

  it("folds one that repeats only once", () => {
    const { asked, counted } = counting();
    const advice = ["Γ", "Δ", "Ω"].map((letter) => letter.repeat(1_000));
    for (let line = 0; line < 100; line += 1)
      expect(advice.map(counted)).toEqual(advice.map((text) => text.toLowerCase()));
    expect(asked).toEqual(advice);
  });

  it("keeps at most two million characters, which different ones would otherwise exceed", () => {
    const { asked, counted } = counting();
    for (let number = 1; number <= 15; number += 1) counted(note(number));
    counted(note(1));
    expect(asked).toHaveLength(15);
    counted(note(16));
    for (let number = 1; number <= 15; number += 1) counted(note(number));
    expect(asked, "all were forgotten").toHaveLength(31);
  });

  it("keeps none that is longer than all of that", () => {
    const { asked, counted } = counting();
    const whole = "é".repeat(1_000_001);
    expect([counted(whole), counted(whole)]).toEqual([whole, whole]);
    expect(asked).toHaveLength(2);
  });
});
