import { expect, it } from "vitest";
import { randomFrom } from "#tests/faults/random-load.ts";
import { addressesIn, hasAddress } from "./addresses.ts";
import { toCanonicalAddress } from "./canonical-address.ts";

it.each([
  ["ann@example.com", true],
  [" !ANN@Example.com", true],
  ["E-mail: ann@example.com, by phone", true],
  ["(ann@example.com).", true],
  ["first joann@example.com, then ann@example.com", true],
  ["joann@example.com", false],
  ["ann@example.com.au", false],
  ["ann@example.community", false],
  ["ann at example.com", false],
  ["-ann@example.com", true],
  ["complained:\n- Bob\n...ann@example.com", true],
  ["_ann@example.com_", true],
  ["+ann@example.com", true],
  ["mary-ann@example.com", false],
  ["mary.-ann@example.com", false],
  ["100%ann@example.com", false],
  ["ann@example.com.Thanks", true],
  ["ann@example.com-urgent", true],
  ["ann@example.com- urgent", true],
  ["ann@example.com-mail.de", false],
  ["ann@example.com.uk", false],
  ["", false],
  // Beside words of scripts without spaces.
  ["客户ann@example.com", true],
  ["๑ann@example.com", true],
  ["٣ann@example.com", true],
  // Digits that no address contains.
  ["①ann@example.com②", true],
  ["ann@example.com¹", true],
  ["1️⃣ann@example.com", true],
  ["Ⅳann@example.com½", true],
  ["2ann@example.com", false],
  // Full-width forms.
  ["ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", true],
  ["请写ann＠example。com。谢谢", true],
  // Followed by a sentence.
  ["ann@example.com.I asked", true],
  ["ann@example.com.A week", true],
  ["ann@example.com.OK", true],
  ["ANN@EXAMPLE.COM.AU", false],
  // Ambiguous.
  ["bob/ann@example.com", true],
  ["écrire à l'ann@example.com", true],
  ["ann@example.com.Au", true],
  // Behind another address's domain.
  ["bob@example.com_ann@example.com", true],
  ["bob@example.com-ann@example.com", true],
  ["bob@example.com.ann@example.com", true],
  // In a link.
  ["mailto:x?to=%3Cann@example.com%3E", true],
  ["https://example.com/?to=ann%40example.com&n=1", true],
  ["ann@example.comさん", true],
  ["ann@example.com으로", true],
  ["ที่ann@example.comค่ะ", true],
  ["почта:ann@example.com.Спасибо", true],
  ["客户joann@example.com", false],
  ["ann@example.com客户.com", true],
  // Adjacent addresses.
  ["ann@example.com@bob@example.com", true],
  ["bob@ann@example.com", true],
  ["bob@ann@example.company", false],
  // With invisible characters.
  ["an\u200bn@exam\u00adple.com", true],
  ["a\ufe0fnn@exam\u034fple.com", true],
  ["\u200fann@example.com\u200f", true],
  ["Bob\u200bann@example.com\u200bThanks", true],
  [`${"x".repeat(300)} ann@example.com ${"y".repeat(300)}`, true],
])("finds the address in %j: %s", (text, holds) => {
  expect(hasAddress(text, "Ann@example.com ")).toBe(holds);
});

it.each([
  ..."“”‘’«»„‹›\"'`´#*&=|/\\()[]{}<>!?,;:–—…~^•·§$€@、，。；：（）「」【】＃＆😀\u200b\u2060\ufeff\t\n\u00a0\u3000",
])("an address is found between two of %j", (sign) => {
  for (const text of [`${sign}ann@example.com${sign}`, `to ${sign}${sign}ann@example.com${sign}, please`])
    expect(hasAddress(text, "ann@example.com"), text).toBe(true);
});

it("an empty address is never found", () => {
  expect(hasAddress("anything", " ")).toBe(false);
});

it.each([
  ["mail:o'brien@example.com", "o'brien@example.com"],
  ["'o'brien@example.com'", "o'brien@example.com"],
  ["客户иван@пример.рфさん", "иван@пример.рф"],
  ["to ann@xn--mnchen-3ya.de", "ann@münchen.de"],
  ["to ann@MÜNCHEN.de", "ann@xn--mnchen-3ya.de"],
  ["to !#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
  ["(иван@пример.рф)", "иван@пример.рф"],
  ["राम@डाटा.भारत", "राम@डाटा.भारत"],
  ["用户@例え.jp", "用户@例え.jp"],
  ['"ann smith"@example.com', '"ann smith"@example.com'],
  ["ann@[192.0.2.1]", "ann@[192.0.2.1]"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
])("in %j the address %j is found", (text, address) => {
  expect(hasAddress(text, address)).toBe(true);
});

it("a part of an address in another script isn't an address", () => {
  expect(hasAddress("иван@пример.рф", "ван@пример.рф")).toBe(false);
  expect(hasAddress("иван@пример.рф", "иван@пример.р")).toBe(false);
});

it("the search does not take quadratic time in a long text", () => {
  // CPU time of this thread, µs, so that other load doesn't matter. Its clock may tick every 10 ms.
  const timeOf = (text: string): number => {
    const from = process.threadCpuUsage();
    for (let times = 1; ; times += 1) {
      addressesIn(text, 100_000);
      hasAddress(text, "ann@example.com");
      const { user, system } = process.threadCpuUsage(from);
      if (user + system >= 100_000) return (user + system) / times;
    }
  };
  for (const piece of ["@", "a@", "!@a", ".@.", "a.@-a.", "-@a-", "\u200b@a"]) {
    timeOf(piece.repeat(1_000));
    // For four times the text. Quadratic time would give sixteen.
    expect(timeOf(piece.repeat(20_000)) / timeOf(piece.repeat(5_000)), piece).toBeLessThan(10);
  }
});

it("an address is found in a text exactly if it is among that text's addresses", () => {
  const random = randomFrom(13);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const pieces = [
    "ann",
    "bob",
    "@",
    "@",
    "example.com",
    ".",
    "-",
    "_",
    "+",
    "%40",
    "'",
    "“",
    "客",
    "я",
    " ",
    "①",
    "\u200b",
    "＠",
    "1",
    "É",
    "xn--",
    "ü.de",
  ];
  let held = 0;
  for (let n = 0; n < 4_000; n += 1) {
    const text = Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(pieces)).join("");
    const found = addressesIn(text, 10_000) ?? [];
    for (const one of found) expect(hasAddress(text, one), `${text}: ${one}`).toBe(true);
    for (const one of ["ann@example.com", "bob@ü.de", "я@example.com"])
      if (hasAddress(text, one)) {
        held += 1;
        expect(found.map(toCanonicalAddress), text).toContain(toCanonicalAddress(one));
      }
  }
  expect(held).toBeGreaterThan(5);
});

it("a text with too many candidates is not listed, but can be searched for one address", () => {
  const hostile = `${"!#$&*/=?^`{|}~".repeat(4)}a@${"_".repeat(190)}`;
  expect(addressesIn(hostile, 1_000)).toBeNull();
  expect(addressesIn(`${hostile} ann@example.com`, 1_000_000)).toContain("ann@example.com");
  expect(hasAddress(`${hostile} ann@example.com`, "ann@example.com")).toBe(true);
});
