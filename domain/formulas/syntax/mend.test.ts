import { describe, expect, it } from "vitest";
import { closestFunction } from "../functions/closest-function.ts";
import { mendFormula } from "./mend.ts";
import { isProblem, parseFormula } from "./parse.ts";

describe("a formula that Excel can't read is repaired if the fix is clear", () => {
  it.each([
    // A comma is missing between two arguments.
    ["=ROUND(10.456 1)", "=ROUND(10.456,1)"],
    ['=IF(LEN(A1)>1 "yes","no")', '=IF(LEN(A1)>1,"yes","no")'],
    ['=IF(LEN(A1)>1"yes","no")', '=IF(LEN(A1)>1,"yes","no")'],
    ["=IF(A1>1 B1,C1)", "=IF(A1>1,B1,C1)"],
    ["=IF(OR(A1,B1) C1,D1)", "=IF(OR(A1,B1),C1,D1)"],
    ["=ROUND(SUM(A1:B1) 1)", "=ROUND(SUM(A1:B1),1)"],
    ["=IF(TRUE 1,2)", "=IF(TRUE,1,2)"],
    // A space between references means their intersection.
    ["=SUM(A1:C1 B1:D1)", null],
    ["=SUM(A1 (B1))", null],
    ["=SUM((A1) B1)", null],
    ["=SUM(INDEX(A1:B1,1) B1)", null],
    ["=SUM(XLOOKUP(1,A1:B1,A1:B1) B1)", null],
    // May be one number.
    ["=MAX(A1,10 456)", null],
    // May be a percentage, a remainder, or another typo.
    ["=SUM(A1%2)", null],
    ['="a" "b"', null],
    ["=ROUND(A1 1 2)", null],
    // Brackets.
    ["=SUM(A1,B1", "=SUM(A1,B1)"],
    ["=ROUND(SUM(A1,B1)*(2-C1", null],
    ["=ROUND (A1 1)", "=ROUND (A1,1)"],
    ["=SUM((A1+B1)*(2-C1", "=SUM((A1+B1)*(2-C1))"],
    ["=SUM(A1% ", "=SUM(A1%)"],
    ["=SUM(A1,", null],
    ["=SUM(A1+", null],
    ['=SUM(A1,"x', null],
    ["=A1()", "=A1"],
    ["=SUM(a1 ())", null],
    ["=A1()*B2()", "=A1*B2"],
    ["=LOG10()", null],
    // Signs of other keyboards.
    ["=IF(A1>1,“yes”,„no“)", '=IF(A1>1,"yes","no")'],
    ['=IF(A1>1,"“yes”",“no”', '=IF(A1>1,"“yes”","no")'],
    ['=“5"”&A1', null],
    ["＝ROUND（A１，２）", "=ROUND(A1,2)"],
    ["=A1–B1−C1", "=A1-B1-C1"],
    ["=A1×B1÷C1", "=A1*B1/C1"],
    ["=IF(A1≥1,1,IF(A1≤2,2,A1≠3))", "=IF(A1>=1,1,IF(A1<=2,2,A1<>3))"],
    ["=IF(A1=>1,A1=<2,A1!=3)", "=IF(A1>=1,A1<=2,A1<>3)"],
    ["=A1==B1", "=A1=B1"],
    ["=A1**2", "=A1^2"],
    ["=IF(A1>1,«yes»,'it''s \"no\"')", '=IF(A1>1,"yes","it\'s ""no""")'],
    ["=\u200bA1\u200b+\u200eB1", "=A1+B1"],
    ["=5€+A1", "=5+A1"],
    ['=A1–"–×"', '=A1-"–×"'],
    ["='a×b'!A1×2", null],
    ["=A1>1&&B1>1", null],
    ['=A1&"；"）', null],
    ["=ROUND(A1;2)", "=ROUND(A1,2)"],
    ['=IF(A1="a;b";1;2)', '=IF(A1="a;b",1,2)'],
    ["=ROUND(A1*0,3;2)", "=ROUND(A1*0.3,2)"],
    ["=SUM({1;2};A1)", null],
    // Several faults at once.
    ["=IF(SUM(A1;B1)>2 “yes”;“no”", '=IF(SUM(A1,B1)>2,"yes","no")'],
    // Blanks or commas between cells would remain.
    ["=IF(A1 B1 0)", null],
    ["=IF(A1>1 B1 C1)", null],
    ["=MAX(A1*(B1+C1,D1)", null],
    ["=SUM(A1*(B1,C1)", null],
    ['=LEFT("Order " A1)', null],
    // Also fixes the format if its meaning is clear.
    ['=TEXT(A1;"0,00")', '=TEXT(A1,"0.00")'],
    ['=TEXT(A1;"0,00 kg")', '=TEXT(A1,"0.00 ""kg""")'],
    ['=TEXT(A1;"#.##0")', null],
    ['=TEXT(A1;"é[[\\\\x;;;;")&"z"', '=TEXT(A1,"é[[\\\\x;;;;")&"z"'],
    ['=TEXT(A1;"0.00")', '=TEXT(A1,"0.00")'],
    // Functions of other languages have similar names.
    ["=TAG(B1)", null],
    ["=UCASE(A1)", null],
    ["=MEDIA(A1;B1;C1)", null],
    ["=SUMM(A1)", null],
    // A valid formula, and one with a column named by key.
    ["=SUM(A1,B1)", null],
    ["=ROUND([Price]1 1)", null],
  ])("%s: %s", (written, mended) => {
    expect(mendFormula(written)).toBe(mended);
    if (mended === null) return;
    expect(isProblem(parseFormula(mended))).toBe(false);
    expect(mendFormula(mended)).toBeNull();
  });
});

it("a formula is not repaired if it would get longer than allowed", () => {
  const sum = `A1${"+A1".repeat(297)}`;
  expect(mendFormula(`=SUM( ${sum}`)).toBe(`=SUM( ${sum})`);
  expect(mendFormula(`=SUM(  ${sum}`)).toBeNull();
});

describe("the closest function name", () => {
  it.each([
    ["SUMM", "SUM"],
    ["roudn", "ROUND"],
    ["AVERGE", "AVERAGE"],
    ["_xlfn.CONCATT", "CONCAT"],
    // Several are equally close.
    ["IFF", null],
    ["DAY1", null],
    // Two changed letters of a short name make another word.
    ["SUXY", null],
    ["SUM", null],
    ["LET", null],
    ["XYZXYZ", null],
  ])("%s: %s", (written, meant) => {
    expect(closestFunction(written)).toBe(meant);
  });
});
