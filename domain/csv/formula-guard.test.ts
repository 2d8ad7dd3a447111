import { expect, it } from "vitest";
import { growthOf, inProportion } from "#tests/support/growth.ts";
import { guardFormula } from "./formula-guard.ts";

it.each([
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://evil.example","click")', '\'=HYPERLINK("http://evil.example","click")'],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\n=1", "'\n=1"],
  ["＝1+1", "'＝1+1"],
  ["＋1+1", "'＋1+1"],
  ["－1+1", "'－1+1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["＋30 210 123 4567", "'＋30 210 123 4567"],
  ["\ufeff=1+1", "'\ufeff=1+1"],
  ["\ufeff+1+1", "'\ufeff+1+1"],
  ["+1+1", "'+1+1"],
  ["+a", "'+a"],
  ["-", "'-"],
  ["+", "'+"],
  ["-1-2", "'-1-2"],
  ["-x", "'-x"],
  ["- note", "'- note"],
  ["-2+cmd|' /C calc'!A0", "'-2+cmd|' /C calc'!A0"],
  ["+30 210 123 4567", "+30 210 123 4567"],
  ["+1 (555) 010-9999", "+1 (555) 010-9999"],
  ["+4930/123456", "+4930/123456"],
  ["-5.5", "-5.5"],
  ["-1.234,50", "-1.234,50"],
  ["+5", "+5"],
  ["", ""],
  ["#1001", "#1001"],
  ["a=b", "a=b"],
  [" =1", " =1"],
  ["it's", "it's"],
])("%j is written as %j", (text, written) => {
  expect(guardFormula(text)).toBe(written);
});

it.each([
  ["a plus and digits", (length: number) => `+${"1".repeat(length - 2)}x`],
  ["a plus and a telephone's signs", (length: number) => `+${"(".repeat(length - 2)}x`],
  ["a minus and groups of digits", (length: number) => `-${"1,".repeat(length / 2 - 1)}x`],
  ["byte order marks", (length: number) => "\ufeff".repeat(length)],
])("takes time proportional to the length of a text of %s", (_name, textOf) => {
  expect(growthOf(textOf, guardFormula)).toBeLessThan(inProportion);
});
