import { describe, expect, it } from "vitest";
import { functionAliases } from "../functions/function-aliases.ts";
import { functionByName } from "../functions/function-by-name.ts";
import { functionTable, refusedFunctions } from "./function-table.ts";
import { createShift } from "./shift.ts";
import { formulaProblem } from "./validate-formulas.ts";

const called = (name: string, count: number) => `=${name}(${Array.from({ length: count }, () => "A1").join(",")})`;

describe("the table of functions", () => {
  it("has Excel's functions, except those that reports can't use", () => {
    expect(functionTable.size).toBeGreaterThan(460);
    expect([...functionTable.keys()].filter((name) => refusedFunctions.has(name))).toEqual([]);
    expect([...functionTable.keys()].filter((name) => !/^[A-Z][A-Z0-9.]*$/.test(name))).toEqual([]);
  });

  it("has every function that we compute", () => {
    expect([...functionByName.keys()].filter((name) => !functionTable.has(name))).toEqual([]);
  });

  it("limits the number of arguments of each function", () => {
    for (const [name, { minArguments, maxArguments, inPairs }] of functionTable) {
      expect(formulaProblem(called(name, minArguments)), name).toBeUndefined();
      expect(formulaProblem(called(name, maxArguments)), name).toBeUndefined();
      expect(formulaProblem(called(name, maxArguments + 1)), name).toContain(`${name} takes`);
      if (minArguments > 0) expect(formulaProblem(called(name, minArguments - 1)), name).toContain(`${name} takes`);
      if (inPairs) expect(formulaProblem(called(name, minArguments + 1)), name).toContain(`${name} takes`);
    }
  });

  it("gives each function its prefix in Excel's file", () => {
    for (const [name, { minArguments, prefix }] of functionTable) {
      const shifted = createShift(called(name.toLowerCase(), minArguments))(0, { first: 2, firstIndex: 0, last: 9 });
      expect(shifted).toBe(`${prefix}${called(name, minArguments).slice(1).replaceAll("A1", "A2")}`);
    }
  });
});

describe("the prefix in Excel's file", () => {
  it.each(["AGGREGATE", "NORM.S.DIST", "T.INV", "F.DIST", "FORMULATEXT", "ENCODEURL", "SEC", "MUNIT"])(
    "is needed by %s",
    (name) => {
      expect(functionTable.get(name)?.prefix).toBe("_xlfn.");
    },
  );

  it.each(["ISO.CEILING", "NETWORKDAYS.INTL", "WORKDAY.INTL"])(
    "is not needed by %s, although it is newer than Excel 2007",
    (name) => {
      expect(functionTable.get(name)?.prefix).toBe("");
    },
  );
});

describe("a call with the wrong number of arguments", () => {
  it.each([
    ["=FV(A1,B1)", "FV takes 3 to 5 arguments, not 2."],
    ["=TYPE()", "TYPE takes 1 argument, not 0."],
    ["=NA(1)", "NA takes 0 arguments, not 1."],
    ["=IF(A1)", "IF takes 2 to 3 arguments, not 1."],
    ["=A1()", "Excel has no function A1."],
    ["=SUMIFS(A1,B1,1,C1)", "SUMIFS takes 3, 5, 7 or more arguments, not 4."],
    ["=COUNTIFS(A1,1,B1)", "COUNTIFS takes 2, 4, 6 or more arguments, not 3."],
    ["=IFS(A1,1,B1)", "IFS takes 2, 4, 6 or more arguments, not 3."],
    ["=SUM()", "SUM takes at least 1 argument, not 0."],
    [called("SUM", 256), "SUM takes 1 to 255 arguments, not 256."],
  ])("%s: %s", (formula, said) => {
    expect(formulaProblem(formula)).toBe(said);
  });
});

describe("a function that Excel does not have", () => {
  it.each([
    ["=SUMM(A1)", "Excel has no function SUMM. Did you mean SUM?"],
    ["=vlokup(A1,B:C,2)", "Excel has no function VLOKUP. Did you mean VLOOKUP?"],
    ["=CONCATNATE(A1)", "Excel has no function CONCATNATE. Did you mean CONCATENATE?"],
    ["=AVERGAE(A1)", "Excel has no function AVERGAE. Did you mean AVERAGE?"],
    ["=SUMM (A1)", "Excel has no function SUMM. Did you mean SUM?"],
    ["=DAY1(2)", "Excel has no function DAY1."],
    ["=FOO(1)", "Excel has no function FOO."],
    // MIN and MAX are equally close.
    ["=MIX(1)", "Excel has no function MIX."],
    // Two of four letters are wrong, or three of many.
    ["=ANNE(A1)", "Excel has no function ANNE."],
    ["=SUBSTITUTXYZ(1)", "Excel has no function SUBSTITUTXYZ."],
    ["=NETWROKDAYS.ITL(1,2)", "Excel has no function NETWROKDAYS.ITL. Did you mean NETWORKDAYS.INTL?"],
    // Two changed letters make another word of a short name.
    ["=UCHASE(A1)", "Excel has no function UCHASE."],
    ["=AVERGEAS(A1)", "Excel has no function AVERGEAS. Did you mean AVERAGEA?"],
    ["=_xlfn.NOTHING(A1)", "Excel has no function NOTHING."],
  ])("%s: %s", (formula, said) => {
    expect(formulaProblem(formula)).toBe(said);
  });
});

describe("a function of another language or program", () => {
  it.each([
    ["=SUMME(A1)", "Functions have English names here. Write SUM instead of SUMME."],
    ["=wenn(A1;1;2)", "Functions have English names here. Write IF instead of WENN."],
    ["=LÄNGE(A1)", "Functions have English names here. Write LEN instead of LÄNGE."],
    ["=AÑO (A1)", "Functions have English names here. Write YEAR instead of AÑO."],
    ["=NB.SI(A1:A2,1)", "Functions have English names here. Write COUNTIF instead of NB.SI."],
    ["=UCASE(A1)", "Excel has no function UCASE. Use UPPER instead."],
    ["=UCASE$(A1)", "Excel has no function UCASE$. Use UPPER instead."],
    ["=LEFT$(A1,2)", "Excel has no function LEFT$. Use LEFT instead."],
    ["=NVL(A1,0)", "Excel has no function NVL. Use IF with ISBLANK instead."],
    ["=ÄÖÜ(A1)", "Excel has no function ÄÖÜ."],
  ])("%s: %s", (formula, said) => {
    expect(formulaProblem(formula)).toBe(said);
  });

  it("isn't an Excel function, and the suggested one is", () => {
    for (const [name, english] of functionAliases) {
      expect(functionTable.has(name) || refusedFunctions.has(name), name).toBe(false);
      for (const one of english.split(" with ")) expect(functionTable.has(one), one).toBe(true);
    }
  });
});

describe("a word that isn't a column", () => {
  it.each([
    ["=TODAY", "TODAY is a function. Add brackets after it: TODAY()."],
    ["=ROUND A1,2", "ROUND is a function. Add brackets after it: ROUND(…)."],
    ["=A1>1 or B1>1", "OR is a function. Add brackets after it: OR(…)."],
    ["=A1 and B1", "AND is a function. Add brackets after it: AND(…)."],
    ["=IF(A1=wahr,1,2)", "Write TRUE instead of WAHR."],
    ["=IF(A1=NULL,1,2)", 'Write "" instead of NULL.'],
    ["=Margin", "There is no “Margin”. Refer to columns by their letters, such as A1; put text in quotation marks."],
  ])("%s: %s", (formula, said) => {
    expect(formulaProblem(formula)).toBe(said);
  });
});

describe("an argument that must be cells", () => {
  it.each([
    ["=COUNTIF(1,2)", "COUNTIF needs cells as its first argument, such as A1:A9."],
    ["=COUNTIF({1,2},2)", "COUNTIF needs cells as its first argument, such as A1:A9."],
    ["=SUMIF(A1:B1*2,1)", "SUMIF needs cells as its first argument, such as A1:A9."],
    ['=SUMIF(A1:B1,1,"a")', "SUMIF needs cells as its third argument, such as A1:A9."],
    ["=SUMIFS(A1:B1,A1:B1,1,2,1)", "SUMIFS needs cells as argument 4, such as A1:A9."],
    ["=RANK(1,{1,2})", "RANK needs cells as its second argument, such as A1:A9."],
    ["=ROW(1)", "ROW needs cells as its first argument, such as A1:A9."],
    ["=SUBTOTAL(9,A1,2)", "SUBTOTAL needs cells as its third argument, such as A1:A9."],
    ["=MAXIFS(1,A1:B1,1)", "MAXIFS needs cells as its first argument, such as A1:A9."],
    ["=MINIFS(A1:B1,A1:B1,1,{1,2},1)", "MINIFS needs cells as argument 4, such as A1:A9."],
    ["=AVERAGEIFS(A1:B1,1,1)", "AVERAGEIFS needs cells as its second argument, such as A1:A9."],
    ["=COUNTIFS(A1:B1,1,2,1)", "COUNTIFS needs cells as its third argument, such as A1:A9."],
    ["=RANK.EQ(1,{1,2})", "RANK.EQ needs cells as its second argument, such as A1:A9."],
    ["=RANK.AVG(1,SUM(A1))", "RANK.AVG needs cells as its second argument, such as A1:A9."],
    ["=ISFORMULA(1)", "ISFORMULA needs cells as its first argument, such as A1:A9."],
    ['=FORMULATEXT("A1")', "FORMULATEXT needs cells as its first argument, such as A1:A9."],
    ["=SHEETS(1)", "SHEETS needs cells as its first argument, such as A1:A9."],
    ["=AGGREGATE(9,6,A1:B1*2)", "AGGREGATE needs cells as its third argument, such as A1:A9."],
    ["=AGGREGATE(9,6,A1:B1,1)", "AGGREGATE needs cells as argument 4, such as A1:A9."],
    ["=OFFSET(SUM(A1),1,1)", "OFFSET needs cells as its first argument, such as A1:A9."],
  ])("is rejected if it isn't: %s", (formula, said) => {
    expect(formulaProblem(formula)).toBe(said);
  });

  it.each([
    "=COUNTIF(A1:B1,2)",
    "=COUNTIF((A1:B1),2)",
    "=COUNTIF(INDEX(A1:B1,1),2)",
    "=COUNTIF(IF(A1>1,A1,B1),2)",
    "=COUNTIF(#REF!,2)",
    "=COUNTIF(,2)",
    "=SUMIF(A1:B1,1)",
    "=SUMIFS(A1:B1,A1:B1,1)",
    "=ROW()",
    "=RANK(1,A1:B1)",
    "=CELL(1)",
    "=MAXIFS(A1:B1,A1:B1,1)",
    "=RANK.EQ(1,A1:B1)",
    "=ISFORMULA(INDEX(A1:B1,1))",
    "=SHEETS()",
    '=SHEET("Orders")',
    "=AGGREGATE(9,6,A1:B1)",
    // Functions from 14 on take lists.
    "=AGGREGATE(14,6,A1:B1/2,1)",
    "=AGGREGATE(A1,6,{1,2},1)",
  ])("is accepted: %s", (formula) => {
    expect(formulaProblem(formula)).toBeUndefined();
  });
});
