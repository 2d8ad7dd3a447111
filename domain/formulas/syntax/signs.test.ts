import { expect, it } from "vitest";
import { signProblem } from "./signs.ts";
import { formulaProblem } from "./validate-formulas.ts";

it.each([
  ["=A1–B1", "Excel cannot read the dash “–” in a formula. Type “-” instead."],
  ["=A1−B1", "Excel cannot read the minus sign “−” in a formula. Type “-” instead."],
  ["=A1×B1", "Excel cannot read “×” in a formula. Type “*” instead."],
  ["=IF(A1≥1,1,2)", "Excel cannot read “≥” in a formula. Type “>=” instead."],
  ["=IF(A1=>1,1,2)", "Excel cannot read “=>” in a formula. Type “>=” instead."],
  ["=IF(A1!=1,1,2)", "Excel cannot read “!=” in a formula. Type “<>” instead."],
  ["=(A1+B1）", "Excel cannot read “）” in a formula. Type “)” instead."],
  ["=IF(A1>1,“yes”,2)", 'Put text in straight quotation marks, as in "yes".'],
  ["=IF(A1>1,'yes',2)", 'Put text in straight quotation marks, as in "yes".'],
  ["=IF(A1>1,”yes,2)", 'Put text in straight quotation marks, as in "yes".'],
  ["=A1\u200b+B1", "This formula has an invisible character, U+200B. Delete it."],
  ["=A1\u00ad", "This formula has an invisible character, U+00AD. Delete it."],
  ["=A1>1&&B1>1", "Excel cannot read “&&” in a formula. Use the function AND instead."],
  ["=A1>1||B1>1", "Excel cannot read “||” in a formula. Use the function OR instead."],
  ["=5€", "Leave out “€”. A number format can show it."],
])("%j: %s", (formula, said) => {
  expect(formulaProblem(formula)).toBe(said);
});

it.each([
  '="–×“”\u200b€"&A1',
  "='a×b'!A1",
  "=#REF!=A1",
  "=#DIV/0!=A1",
  "=A1>=-1",
  "=A1<>B1",
  "=\ufeffA1",
  '="it\'s"&"\'"',
])("finds no problem in %j", (formula) => {
  expect(signProblem(formula)).toBeUndefined();
});
