import { describe, expect, it } from "vitest";
import { formulaProblem as problemInColumn } from "../../designs/custom-column.ts";
import { result } from "../compute-for-tests.ts";
import { createShift } from "./shift.ts";
import { withPlainBlanks } from "./tokens.ts";
import { formulaProblem } from "./validate-formulas.ts";

const written = (formula: string) => createShift(formula)(0, { first: 2, firstIndex: 0, last: 1_048_576 });
const unreadable = "Excel cannot read this formula. Look for a missing bracket, operator or argument.";

describe("the grammar of a formula", () => {
  it.each([
    "=SUM(A1:C1 B1:D1)",
    "=SUM(A1:C1  (B1:D1))",
    "=SUM((A1,B1))",
    "=A1:INDEX(A1:C1,2)",
    "=SUM(INDEX(A1:C1,1):OFFSET(A1,0,1))",
    '=SUM(A1:INDIRECT("B1"))',
    "=SUM(CHOOSE(1,A1,B1):C1)",
    "=SUM(IF(TRUE,A1,B1):C1)",
    "=SUM(A1:XLOOKUP(1,A1:C1,A1:C1))",
    "=SUM((A1):(B1))",
    "=SUM(A1:B1:C1)",
    "=SUM((A1,B1) A1)",
    "=SUM((1+A1,B1))",
    "=SUM((-A1,B1))",
    "=SUM(A1:INDEX(A1:C1,2) B1)",
    "=SUM(#REF!:A1)",
    "=A1 : B1",
    "=A1%%",
    "=+-+A1",
    "=+A1",
    "=-A1^-2%",
    "=A1>=-1",
    "=SUM({1,-2})",
    "=COUNTA({TRUE,#N/A})",
    "=SUM(A:A)",
    "=SUM(1:1)",
    "=A1048575",
    "=(A1,B1)",
    "=TRUE",
    "=TRUE()",
    "=IF(A1,,2)",
    "=IF(A1,)",
    "=SUM(A1,)",
    "=SUM(,)",
    "=.5",
    "=5.",
    "=1E3",
    "=1.5e-3",
    "=_xlfn.CONCAT(A1,B1)",
    "=_xlfn.SUM(A1)",
    "=#REF!",
    "=#NULL!",
    "=sum(a1)",
    "=((A1))",
  ])("accepts %s", (formula) => {
    expect(formulaProblem(formula)).toBeUndefined();
  });

  it.each([
    '=SUM({1,"a";2,"b"})',
    "=SUM({1,2;3,4})",
    "=SUM( { 1 , -2 ; 3 , 4 } )",
    "=SUM (A1)",
    "=LOG10 (A1)",
    "=TRUE ()",
    "=_xlfn.CONCAT (A1)",
    `="${'""'.repeat(130)}"`,
    "=IF(A1>1,\n  2,\r\n  3)",
    "=A1\t+\tB1",
    "=A1\u00a0+B1",
    "=A1\u2003*B1",
    "=SUM(\u3000A1,\u3000B1)",
    "=A1\u2028+\u0085B1",
  ])("accepts %j, which used to be rejected", (formula) => {
    expect(problemInColumn(formula)).toBeUndefined();
  });

  it.each([
    "=ROUND(10.456 1)",
    '=IF(LEN(A1)>1 "yes","no")',
    "=SUM(A1%2)",
    "=1 2",
    "=A1 2",
    '=A1 "x"',
    '="a" A1',
    "=A1 SUM(B1)",
    "=(A1+1) B1",
    "=(A1+1,B1)",
    "=SUM(A1)B1",
    "=(A1)B1",
    "=(A1)(B1)",
    "=#REF!A1",
    "=A1:2",
    "=A1:SUM(B1)",
    "=(A1:B1)1",
    "=(1,2)",
    "=A1 ()",
    "=()",
    "=A1(1)(2)",
    "=INDEX(A1:B1,1)(1)",
    "=1+",
    "=*1",
    "=1+*2",
    "=A1=",
    "=A1<>",
    "=A1><B1",
    "=SUM(A1",
    "=SUM(A1))",
    "=A1)",
    "=SUM(A1 B1",
    "={}",
    "={1,}",
    "={1,2;3}",
    "={A1}",
    "={1+1}",
    "={+1}",
    "={1%}",
    "={{1}}",
    "={1,2",
    "=A1,B1",
    "=A1:B1,C1",
    "=-A1,B1",
    "=SUM(A1),B1",
    "=A1048576",
    "=A$1048576",
    "=SUM(A1:A1048576)",
    "=SUM(1:1048576)",
    "=A1:",
    "=:A1",
    "=,A1",
    "=%",
    "=A1!",
    "==A1",
  ])("rejects %s", (formula) => {
    expect(formulaProblem(formula)).toBeDefined();
  });

  it.each([
    "=Sheet2!A1",
    "='My Sheet'!A1",
    "=[Book.xlsx]Sheet1!A1",
    "=Table1[Price]",
    "=@A1",
    "=A1#",
    "=LET(x,1,x)",
    "=LAMBDA(x,x+1)(1)",
    "=R1C1",
    "=RC[-1]",
    "=SUM(A1;B1)",
    "=#SPILL!",
    "=A1.:.B2",
    "=A1:B",
    "=1E400",
  ])("still rejects %s", (formula) => {
    expect(formulaProblem(formula)).toBeDefined();
  });

  it("rejects formulas with a specific error if there is one, or else a general one", () => {
    expect(formulaProblem("=ROUND(10.456 1)")).toBe(unreadable);
    expect(formulaProblem('={1,"a";3}')).toBe(unreadable);
    expect(formulaProblem("=A1,B1")).toBe(
      "A comma separates the arguments of a function. Elsewhere put an operator, such as + or &, and write numbers as in 1000.5.",
    );
    expect(formulaProblem("=SUM(A1:A1048576)")).toBe(
      "“A1:A1048576” is past Excel's last row, which is row 1,048,575 of the report. Refer to whole columns, such as A:A.",
    );
    expect(formulaProblem("=#SPILL!")).toBe("Excel cannot read “#SPILL!” in this formula. Correct it.");
    expect(formulaProblem("=LAMBDA(x,x+1)(1)")).toBe(
      "Reports can't use the functions LET and LAMBDA. Use extra columns for the parts.",
    );
  });

  it("rejects functions that are nested too deeply, but not brackets or signs", () => {
    const deep = "This formula is nested too deeply. Use a second column for a part of it.";
    expect(formulaProblem(`=${"(".repeat(400)}A1${")".repeat(400)}`)).toBeUndefined();
    expect(formulaProblem(`=${"-".repeat(880)}A1`)).toBeUndefined();
    expect(formulaProblem(`=${"IF(1,".repeat(65)}1${")".repeat(65)}`)).toBe(deep);
  });

  it("counts a doubled quotation mark in a text as one character", () => {
    expect(formulaProblem(`="${'""'.repeat(255)}"`)).toBeUndefined();
    expect(formulaProblem(`="${'""'.repeat(256)}"`)).toContain("at most 255 characters");
  });
});

describe("whitespace in a formula", () => {
  it("mean nothing beside operators and after function names, and are kept in texts", () => {
    expect(result("=A1\u00a0+\u3000B1", [1, 2])).toBe("3");
    expect(result("=SUM (A1,\n\tB1)", [1, 2])).toBe("3");
    expect(result('="a\u00a0b"&"\u3000"', [])).toBe("a\u00a0b\u3000");
  });

  it("become plain spaces in Excel's file, except within quotation marks", () => {
    expect(written('=A1\u00a0&\n"a\u00a0\u2003b"\u3000&B1')).toBe('A2 & "a\u00a0\u2003b" &B2');
    expect(written("=SUM(A1:C1\u2003B1:D1)")).toBe("SUM(A2:C2 B2:D2)");
    expect(written("=SUM (A1)")).toBe("SUM(A2)");
    expect(written("=LOG10\n (A1)")).toBe("LOG10(A2)");
  });

  it("are kept in texts and worksheet names", () => {
    expect(withPlainBlanks("=\"a\u00a0\"\"\t\"&'It''s\u00a0a'!A1\u00a0+\t1")).toBe(
      "=\"a\u00a0\"\"\t\"&'It''s\u00a0a'!A1 + 1",
    );
  });

  it("may be non-breaking spaces in a text, but never control characters", () => {
    expect(problemInColumn('="a\tb"')).toBe("Please don't use line breaks or other control characters.");
    expect(problemInColumn("=A1\u0007")).toBe("Please don't use line breaks or other control characters.");
    expect(problemInColumn('="a\u00a0b"')).toBeUndefined();
  });
});
