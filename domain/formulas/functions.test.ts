import { describe, expect, it } from "vitest";
import { type Given, result } from "./compute-for-tests.ts";

/** Rows from Excel's help on each function, or from its rules; 43831 is 1 January 2020. */
type Row = [formula: string, shown: string, cells?: Given[]];

describe("arithmetic", () => {
  it.each<Row>([
    ["=1+2*3", "7"],
    ["=(1+2)*3", "9"],
    ["=-2^2", "4"],
    ["=3-2^2", "-1"],
    ["=2^3^2", "64"],
    ["=50%", "0.5"],
    ["=200*5%", "10"],
    ["=1/4", "0.25"],
    ["=1/3", "0.333333333333333"],
    ["=2/3", "0.666666666666667"],
    ["=1/0", "#DIV/0!"],
    ["=A1+B1", "12.3", [12.1, 0.2]],
    ["=A1-B1", "0.1", [1000000.1, 1000000]],
    ["=A1*B1", "59.97", [19.99, 3]],
    ["=0.1+0.2=0.3", "TRUE"],
    ["=0.1*3-0.3", "0"],
    ["=A1", "0", [null]],
    ["=A1+1", "1", [null]],
    ["=A1+1", "#VALUE!", ["abc"]],
    ["=A1+1", "13", ["12"]],
    ["=A1+1", "1235.5", ["1,234.5"]],
    ["=A1+1", "2", [true]],
    ["=A1+1", "43832", ["2020-01-01"]],
    ["=123456789012345678+0", "123456789012346000"],
    ["=1E+308*10", "#NUM!"],
    ["=1E-200*1E-200", "0"],
    ["=0^0", "#NUM!"],
    ["=0^-1", "#DIV/0!"],
    ["=(-8)^0.5", "#NUM!"],
    ["=4^0.5", "2"],
    ["=1E3", "1000"],
    ["=#N/A+1", "#N/A"],
    ["=+A1", "x", ["x"]],
  ])("%s is %s", (formula, shown, cells = []) => {
    expect(result(formula, cells)).toBe(shown);
  });
});

describe("comparing and joining", () => {
  it.each<Row>([
    ['="a"="A"', "TRUE"],
    ['="a"<"b"', "TRUE"],
    ['=1<"a"', "TRUE"],
    ['="z"<TRUE', "TRUE"],
    ["=2<>3", "TRUE"],
    ["=2>=3", "FALSE"],
    ["=3<=3", "TRUE"],
    ["=A1=0", "TRUE", [null]],
    ['=A1=""', "TRUE", [null]],
    ['="a"&"b"', "ab"],
    ['="""x"""', '"x"'],
    ['=A1&" pcs"', "1.5 pcs", [1.5]],
    ['=TRUE&""', "TRUE"],
    ['=1E+20&""', "1E+20"],
    ["=A1&B1", "x", [null, "x"]],
    ["=1=2=FALSE", "TRUE"],
    ['="a"&1+2', "a3"],
    ["=1/0=1", "#DIV/0!"],
  ])("%s is %s", (formula, shown, cells = []) => {
    expect(result(formula, cells)).toBe(shown);
  });
});

describe("logic", () => {
  it.each<Row>([
    ['=IF(A1>B1,"Over","Within")', "Over", [2, 1]],
    ['=IF(A1="Yes",1,2)', "1", ["yes"]],
    ["=IF(FALSE,1)", "FALSE"],
    ["=IF(TRUE,,1)", "0"],
    ["=IF(TRUE,1,1/0)", "1"],
    ['=IF("x",1,2)', "#VALUE!"],
    ['=IFERROR(A1/B1,"Error in calculation")', "Error in calculation", [55, 0]],
    ["=IFERROR(A1/B1,0)", "6", [210, 35]],
    ["=IFNA(#N/A,1)", "1"],
    ["=IFNA(1/0,1)", "#DIV/0!"],
    ['=IFS(A1>89,"A",A1>79,"B",TRUE,"C")', "B", [80]],
    ['=IFS(A1>89,"A")', "#N/A", [80]],
    ['=SWITCH(A1,1,"Sunday",2,"Monday","No match")', "Monday", [2]],
    ['=SWITCH(99,1,"Sunday")', "#N/A"],
    ["=AND(A1>1,A1<100)", "TRUE", [50]],
    ["=AND(TRUE,FALSE)", "FALSE"],
    ["=OR(FALSE,A1>1)", "TRUE", [2]],
    ["=AND(A1)", "#VALUE!", ["text"]],
    ["=XOR(TRUE,TRUE)", "FALSE"],
    ["=NOT(A1>100)", "TRUE", [50]],
    ["=ISBLANK(A1)", "TRUE", [null]],
    ["=ISBLANK(A1)", "FALSE", [""]],
    ["=ISNUMBER(A1)", "FALSE", ["12"]],
    ["=ISTEXT(A1)", "TRUE", ["12"]],
    ["=ISERROR(1/0)", "TRUE"],
  ])("%s is %s", (formula, shown, cells = []) => {
    expect(result(formula, cells)).toBe(shown);
  });
});

describe("numbers", () => {
  it.each<Row>([
    ["=ROUND(2.15,1)", "2.2"],
    ["=ROUND(2.149,1)", "2.1"],
    ["=ROUND(-1.475,2)", "-1.48"],
    ["=ROUND(21.5,-1)", "20"],
    ["=ROUND(626.3,-3)", "1000"],
    ["=ROUND(1.98,-1)", "0"],
    ["=ROUND(-50.55,-2)", "-100"],
    ["=ROUND(2.675,2)", "2.68"],
    ["=ROUND(1.005,2)", "1.01"],
    ["=ROUNDUP(3.2,0)", "4"],
    ["=ROUNDUP(3.14159,3)", "3.142"],
    ["=ROUNDUP(-3.14159,1)", "-3.2"],
    ["=ROUNDUP(31415.92654,-2)", "31500"],
    ["=ROUNDDOWN(76.9,0)", "76"],
    ["=ROUNDDOWN(-3.14159,1)", "-3.1"],
    ["=ROUNDDOWN(31415.92654,-2)", "31400"],
    ["=TRUNC(8.9)", "8"],
    ["=TRUNC(-8.9)", "-8"],
    ["=INT(8.9)", "8"],
    ["=INT(-8.9)", "-9"],
    ["=MOD(3,2)", "1"],
    ["=MOD(-3,2)", "1"],
    ["=MOD(3,-2)", "-1"],
    ["=MOD(-3,-2)", "-1"],
    ["=MOD(3,0)", "#DIV/0!"],
    ["=QUOTIENT(-10,3)", "-3"],
    ["=CEILING(2.5,1)", "3"],
    ["=CEILING(-2.5,-2)", "-4"],
    ["=CEILING(-2.5,2)", "-2"],
    ["=CEILING(1.5,0.1)", "1.5"],
    ["=CEILING(0.234,0.01)", "0.24"],
    ["=FLOOR(3.7,2)", "2"],
    ["=FLOOR(-2.5,-2)", "-2"],
    ["=FLOOR(2.5,-2)", "#NUM!"],
    ["=FLOOR(1.58,0.1)", "1.5"],
    ["=MROUND(10,3)", "9"],
    ["=MROUND(-10,-3)", "-9"],
    ["=MROUND(5,-2)", "#NUM!"],
    ["=ABS(-2)", "2"],
    ["=SIGN(-0.5)", "-1"],
    ["=POWER(5,2)", "25"],
    ["=POWER(98.6,3.2)", "2401077.22206958"],
    ["=SQRT(16)", "4"],
    ["=SQRT(-16)", "#NUM!"],
  ])("%s is %s", (formula, shown) => {
    expect(result(formula)).toBe(shown);
  });
});

describe("several cells", () => {
  const cells: Given[] = [10, 7, "9", true, null, "x"];
  it.each<Row>([
    ["=SUM(3,2)", "5"],
    ['=SUM("5",15,TRUE)', "21"],
    ["=SUM(A1:F1)", "17"],
    ["=SUM(A1,B1,2)", "19"],
    ["=SUM(A1:F1,1/0)", "#DIV/0!"],
    ["=PRODUCT(A1:F1)", "70"],
    ["=AVERAGE(A1:F1)", "8.5"],
    ["=AVERAGE(E1:F1)", "#DIV/0!"],
    ["=MIN(A1:F1)", "7"],
    ["=MAX(A1:F1,27)", "27"],
    ["=MIN(E1:F1)", "0"],
    ["=COUNT(A1:F1)", "2"],
    ['=COUNT("3",TRUE,"x")', "2"],
    ["=COUNTA(A1:F1)", "5"],
    ["=COUNTBLANK(A1:F1)", "1"],
    ['=SUMIF(A1:F1,">7")', "10"],
    ['=SUMIF(A1:C1,">8",B1:D1)', "7"],
    ['=SUMIF(F1:F1,"X",A1:A1)', "10"],
    ['=COUNTIF(A1:F1,"<>x")', "5"],
    ['=COUNTIF(A1:F1,"?")', "2"],
    ["=COUNTIF(A1:F1,9)", "1"],
    ['=AVERAGEIF(A1:F1,">=7")', "8.5"],
    ['=AVERAGEIF(A1:F1,">99")', "#DIV/0!"],
  ])("%s is %s", (formula, shown) => {
    expect(result(formula, cells)).toBe(shown);
  });
});

describe("text", () => {
  it.each<Row>([
    ['=LEFT("Sale Price",4)', "Sale"],
    ['=LEFT("Sweden")', "S"],
    ['=LEFT("a",-1)', "#VALUE!"],
    ['=RIGHT("Sale Price",5)', "Price"],
    ['=RIGHT("ab",9)', "ab"],
    ['=MID("Fluid Flow",1,5)', "Fluid"],
    ['=MID("Fluid Flow",7,20)', "Flow"],
    ['=MID("Fluid Flow",20,5)', ""],
    ['=MID("x",0,1)', "#VALUE!"],
    ['=LEN("Phoenix, AZ")', "11"],
    ["=LEN(A1)", "0", [null]],
    ['=TRIM("  First   Quarter Earnings ")', "First Quarter Earnings"],
    ['=UPPER("total")', "TOTAL"],
    ['=LOWER("E. E. Cummings")', "e. e. cummings"],
    ['=PROPER("this is a TITLE")', "This Is A Title"],
    ['=PROPER("2-way street")', "2-Way Street"],
    ['=PROPER("76BudGet")', "76Budget"],
    ["=PROPER(A1)", "İstanbul-34", ["İSTANBUL-34"]],
    ["=PROPER(A1)", "Cafe\u0301s O'Neil 2Nd", ["cafe\u0301s o'neil 2nd"]],
    ["=LOWER(A1)", "istanbul-34", ["İSTANBUL-34"]],
    ["=LEN(LOWER(A1))", "11", ["İSTANBUL-34"]],
    ["=LOWER(A1)", "οδοσ", ["ΟΔΟΣ"]],
    ["=UPPER(A1)", "STRAßE É", ["straße é"]],
    ['=SEARCH("-",A1)', "3", ["İİ-abc"]],
    ['=MID(A1,SEARCH("A",A1),3)', "abc", ["İİ-abc"]],
    ['=SUBSTITUTE("Sales Data","Sales","Cost")', "Cost Data"],
    ['=SUBSTITUTE("Quarter 1, 2011","1","2",3)', "Quarter 1, 2012"],
    ['=SUBSTITUTE("abc","","x")', "abc"],
    ['=REPLACE("abcdefghijk",6,5,"*")', "abcde*k"],
    ["=REPLACE(2009,3,2,10)", "2010"],
    ['=FIND("M","Miriam McGovern")', "1"],
    ['=FIND("m","Miriam McGovern")', "6"],
    ['=FIND("M","Miriam McGovern",3)', "8"],
    ['=FIND("z","abc")', "#VALUE!"],
    ['=SEARCH("e","Statements",6)', "7"],
    ['=SEARCH("MARGIN","Profit Margin")', "8"],
    ['=SEARCH("r?f","Profit")', "2"],
    ['=SEARCH("r?t","Profit")', "#VALUE!"],
    ['=SEARCH("o*i","Profit")', "3"],
    ['=SEARCH("~?","Why?")', "4"],
    ['=EXACT("Word","word")', "FALSE"],
    ['=REPT("*-",3)', "*-*-*-"],
    [
      '=CONCATENATE("Stream population for ",A1," is ",B1,"/mile.")',
      "Stream population for trout is 32/mile.",
      ["trout", 32],
    ],
    ['=CONCAT(A1:C1,"!")', "ab1!", ["a", "b", 1]],
    ['=TEXTJOIN(", ",TRUE,A1:C1)', "a, c", ["a", null, "c"]],
    ['=TEXTJOIN("-",FALSE,A1:C1)', "a--c", ["a", null, "c"]],
    ['=TEXT(1234.567,"$#,##0.00")', "$1,234.57"],
    ['=TEXT(0.285,"0.0%")', "28.5%"],
    ['=TEXT(4.34,"# ?/?")', "4 1/3"],
    ['=TEXT(1234,"0000000")', "0001234"],
    ['=TEXT(43831,"yyyy-mm-dd")', "2020-01-01"],
    ['=TEXT(43831,"dddd")', "Wednesday"],
    ['=TEXT("abc","0.00")', "abc"],
    ['=VALUE("$1,000")', "1000"],
    ['=VALUE("x")', "#VALUE!"],
    ["=T(A1)&N(A1)", "0", [""]],
  ])("%s is %s", (formula, shown, cells = []) => {
    expect(result(formula, cells)).toBe(shown);
  });

  it("is formatted in the shop's language", () => {
    expect(result('=TEXT(1234.5,"#,##0.00")', [], "de")).toBe("1.234,50");
  });
});

describe("dates", () => {
  it.each<Row>([
    ["=DATE(2008,1,2)", "39449"],
    ["=DATE(108,1,2)", "39449"],
    ["=DATE(2008,14,2)", "39846"],
    ["=DATE(2008,-3,2)", "39327"],
    ["=DATE(2008,1,35)", "39482"],
    ["=DATE(1900,1,1)", "1"],
    ["=DATE(1900,3,1)", "61"],
    ["=DATE(9999,12,31)", "2958465"],
    ["=DATE(10000,1,1)", "#NUM!"],
    ["=YEAR(39448)", "2008"],
    ["=MONTH(39448)", "1"],
    ["=DAY(39448.9)", "1"],
    ["=DAY(60)", "29"],
    ["=YEAR(-1)", "#NUM!"],
    ["=YEAR(A1)", "2020", ["2020-05-17"]],
    ["=HOUR(0.75)", "18"],
    ["=MINUTE(0.53125)", "45"],
    ["=SECOND(0.000208333333333333)", "18"],
    ["=TIME(12,0,0)", "0.5"],
    ["=TIME(16,48,10)", "0.700115740740741"],
    ["=WEEKDAY(39492)", "5"],
    ["=WEEKDAY(39492,2)", "4"],
    ["=WEEKDAY(39492,3)", "3"],
    ["=WEEKDAY(39492,9)", "#NUM!"],
    ["=DAYS(44270,44228)", "42"],
    ["=EDATE(40558,1)", "40589"],
    ["=EDATE(40574,1)", "40602"],
    ["=EOMONTH(40544,1)", "40602"],
    ["=EOMONTH(40544,-3)", "40482"],
    ["=DAYS(12345678901234567890123,1)", "#NUM!"],
    ["=DAYS(1,-1)", "#NUM!"],
    ["=HOUR(2958466.5)", "#NUM!"],
    ['=DATEVALUE("2011/02/23")', "40597"],
    ['=DATEVALUE("12345678901234567890123")', "#VALUE!"],
    ["=A1+30", "43861", [43831]],
  ])("%s is %s", (formula, shown, cells = []) => {
    expect(result(formula, cells)).toBe(shown);
  });
});
