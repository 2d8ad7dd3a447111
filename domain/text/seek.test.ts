import { expect, it } from "vitest";
import { createSeeker } from "./seek.ts";

/** All positions found, one after the other. */
const places = (text: string, next: (from: number) => number): number[] => {
  const found: number[] = [];
  for (let at = next(0); at !== -1 && found.length <= text.length; at = next(at + 1)) found.push(at);
  return found;
};

/** Texts of two letters are the most repetitive: of 2¹² texts, combinations with their own prefixes and suffixes. */
it("finds the same as the engine's own search, from any position", () => {
  for (let bits = 0; bits < 4_096; bits += 7) {
    const letters = bits.toString(2).padStart(12, "0").replaceAll("0", "a").replaceAll("1", "b");
    const text = letters.repeat(6) + letters.slice(0, 5);
    for (const wanted of [
      letters + letters.slice(0, 6),
      letters.repeat(2),
      `${letters.repeat(2)}a`,
      `b${letters.repeat(3)}`,
    ]) {
      const seek = createSeeker(wanted);
      expect(places(text, (from) => seek(text, from))).toEqual(places(text, (from) => text.indexOf(wanted, from)));
    }
  }
});

it("finds short and empty texts, but nothing past the end", () => {
  expect(createSeeker("b")("abab", 2)).toBe(3);
  expect(createSeeker("")("ab", 1)).toBe(1);
  expect(createSeeker("x".repeat(40))("x".repeat(39), 0)).toBe(-1);
  expect(createSeeker("x".repeat(40))("x".repeat(50), 11)).toBe(-1);
});

it("searches repetitive text of 32,767 characters in less than 50 ms of CPU time", () => {
  const wanted = `${"a".repeat(1_000)}b${"a".repeat(15_000)}`;
  const text = "a".repeat(32_767);
  const begun = process.cpuUsage();
  expect(createSeeker(wanted)(text, 0)).toBe(-1);
  const { user } = process.cpuUsage(begun);
  expect(user).toBeLessThan(50_000);
});
