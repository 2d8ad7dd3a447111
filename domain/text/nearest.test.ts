import { expect, it } from "vitest";
import { findNearestWord } from "./nearest.ts";

const words = ["vip", "wholesale", "gift", "Räumung", "wholesale 2026", "b2b"];

it.each<[string, string | null]>([
  ["wholsale", "wholesale"],
  ["whoelsale", "wholesale"],
  ["wholesalers", "wholesale"],
  ["whole", "wholesale"],
  ["VPI", "vip"],
  ["gif", "gift"],
  ["raumumg", "Räumung"],
  ["wholesale 2025", "wholesale 2026"],
  ["b3b", "b2b"],
  ["summer", null],
  ["vi", "vip"],
  ["v", null],
  ["xy", null],
])("the nearest word to %j is %j", (typed, meant) => {
  expect(findNearestWord(typed, words)).toBe(meant);
});
