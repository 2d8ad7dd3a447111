import { describe, expect, it } from "vitest";
import { parseTypedFormula } from "./parse-typed-formula.ts";

const titles = ["Order", "Price", "Quantity", "Total price", "Tax (24%)", "Note", "Note", "Tax 1", "B", "Τιμή", "True"];
const columns = { titles, hidden: ["Cost", "Price", "Customer email"] };
const read = (typed: string) => parseTypedFormula(typed, columns);

describe("columns typed by their titles", () => {
  it.each([
    ["=Price*Quantity", "=B1*C1"],
    ["=price * QUANTITY", "=B1 * C1"],
    ["=Total price*1.24", "=D1*1.24"],
    ["=TotalPrice-Total_Price", "=D1-D1"],
    ["=[Total price]+[Tax (24%)]", "=D1+E1"],
    ["=ROUND(Price*Quantity,2)", "=ROUND(B1*C1,2)"],
    ["=SUM(Price:Total price)", "=SUM(B1:D1)"],
    ["=Τιμή*2", "=J1*2"],
    // Longer titles match first.
    ["=Tax 1*2", "=H1*2"],
    ["=Tax1*2", "=H1*2"],
    // The constant needs no brackets.
    ["=IF(TRUE,[True],1)", "=IF(TRUE,K1,1)"],
  ])("%s becomes %s", (typed, formula) => {
    expect(read(typed)).toEqual({ formula });
  });

  it.each([
    ["=C*D", "=C1*D1"],
    ["=c*2", "=C1*2"],
    ["=IF(C>2,D,0)", "=IF(C1>2,D1,0)"],
    ["=1E3*C", "=1E3*C1"],
  ])("letters without a row work as well: %s becomes %s", (typed, formula) => {
    expect(read(typed)).toEqual({ formula });
  });

  it.each([
    '="Price"&B1',
    "=SUM(C:C)",
    "=PRICE(1,2,3,4,5,6)",
    "=B1*[Price]1",
    "=SUM([Price,Quantity]1)",
    "=$B1+B$1",
    "=TRUE",
    "=IF(true,B1,FALSE)",
    "=T(B1)",
  ])("%s is left unchanged", (typed) => {
    expect(read(typed).formula).toBe(typed);
  });

  it("are ambiguous if two have the same title, and the error asks which one", () => {
    expect(read("=Note&1").problem).toBe("2 columns are called “Note”: F and G. Write F1 or G1.");
    expect(read("=B*2").problem).toBe("“B” is the letter of one column and the title of another. Write B1 or I1.");
  });

  it("are rejected if they are hidden or missing", () => {
    expect(read("=Price-Cost").problem).toBe("“Cost” is hidden. Show the column, then use it here.");
    expect(read("=[Margin]*2").problem).toBe("The report has no column “Margin”. Choose one from the list.");
    expect(read("=Margin*2").problem).toContain("There is no “Margin”.");
  });
});

describe("cells of another row", () => {
  it.each([
    ["=D2*C2", "D2 and C2 are in the next row: row 1 is the row itself. For the same row write D1 and C1.", "=D1*C1"],
    [
      "=c2+$D2",
      "C2 and $D2 are in the next row: row 1 is the row itself. For the same row write C1 and $D1.",
      "=C1+$D1",
    ],
    ["=D5", "D5 is 4 rows further down: row 1 is the row itself. For the same row write D1.", "=D1"],
    ["=SUM(B2:D2)", "B2:D2 is in the next row: row 1 is the row itself. For the same row write B1:D1.", "=SUM(B1:D1)"],
  ])("%s gets a warning and a fix", (typed, advice, mended) => {
    const { mend, ...said } = read(typed);
    expect(said).toEqual({ formula: typed, advice });
    expect(mend?.formula).toBe(mended);
    expect(read(mended)).toEqual({ formula: mended });
  });

  it("get a note and no fix if the formula also reads its own row", () => {
    expect(read("=D2-D1")).toEqual({ formula: "=D2-D1", advice: "D2 is in the next row: row 1 is the row itself." });
    expect(read("=D1+D2+D3").advice).toBe("D2 and D3 are in rows further down: row 1 is the row itself.");
  });

  it.each(["=D1*C1", "=D$2*C1", "=SUM(D1:D3)", "=ROW(A2)-1", '="A2"&D1', "=D:D"])("%s gets no warning", (typed) => {
    expect(read(typed)).toEqual({ formula: typed });
  });

  it("include those of whole rows", () => {
    expect(read("=SUM(5:5)").advice).toBe(
      "5:5 is 4 rows further down: row 1 is the row itself. For the same row write 1:1.",
    );
  });
});

describe("a typed formula", () => {
  it.each([
    "=IF(D1>1,C1,#N/A)",
    "=SUM(D$1:D1)",
    "=D1/D$1",
    "=$D1/$D$1",
    "=COUNTA({TRUE,#N/A})",
    "=IFERROR(D1,#DIV/0!)",
  ])("keeps its error codes and fixed rows: %s", (typed) => {
    expect(read(typed)).toEqual({ formula: typed });
  });
});

describe("a number with a comma", () => {
  const said = "Write 0.3 with a point. A comma separates the arguments of a function.";

  it.each([
    ["=D1*0,3", "=D1*0.3"],
    ["=0,3*Total price", "=0.3*D1"],
    ["=(D1+C1)*0,3", "=(D1+C1)*0.3"],
    ["=ROUND(D1*0,3,2)", "=ROUND(D1*0.3,2)"],
    ["=ROUND(D1*0,3;2)", "=ROUND(D1*0.3,2)"],
  ])("%s is rejected, with %s offered", (typed, formula) => {
    expect(read(typed)).toMatchObject({ problem: said, mend: { use: "0.3", formula } });
    expect(read(formula)).toEqual({ formula });
  });

  it("gets a warning if it would be read as an argument", () => {
    expect(read("=IF(C1>1,D1*0,3)")).toMatchObject({ advice: said, mend: { formula: "=IF(C1>1,D1*0.3)" } });
    expect(read("=ROUND(D1*0,3)")).toEqual({ formula: "=ROUND(D1*0,3)", advice: said });
  });

  it("is ambiguous if the comma may separate thousands", () => {
    expect(read("=D1*1,000")).toEqual({
      formula: "=D1*1,000",
      problem: "Write 1000 without a comma, or 1.000 with a point. A comma separates the arguments of a function.",
    });
    expect(read("=D1*0,125").mend?.formula).toBe("=D1*0.125");
  });

  it.each(["=ROUND(D1*2,3)", "=SUM(0,3)", "=IF(C1>0,5,1)", '="0,3"&D1'])("is not found in %s", (typed) => {
    expect(read(typed)).toEqual({ formula: typed });
  });
});

describe("a format in TEXT", () => {
  const english = "Sheaf reads the format in TEXT in English.";

  it.each([
    ['=TEXT(D1,"0,00")', '=TEXT(D1,"0.00")'],
    ['=text( D1 , "TT.MM.JJJJ" )&"0,00"', '=text( D1 , "dd.mm.yyyy" )&"0,00"'],
    ['="Total "&TEXT(SUM(B1,C1),"#.##0,00 kr")', '="Total "&TEXT(SUM(B1,C1),"#,##0.00 ""kr""")'],
    ['=IF(B1>1,TEXT(B1,"# ##0"),TEXT(C1,"0"))', '=IF(B1>1,TEXT(B1,"#,##0"),TEXT(C1,"0"))'],
  ])("%s gets a warning and a fix", (typed, formula) => {
    const { advice, mend, problem } = read(typed);
    expect(problem).toBeUndefined();
    expect(advice).toContain(english);
    expect(mend).toEqual({ use: formula, formula });
    expect(read(formula)).toEqual({ formula });
  });

  it("gets a warning without a fix if it is ambiguous or invalid", () => {
    expect(read('=TEXT(D1,"#.##0")')).toEqual({
      formula: '=TEXT(D1,"#.##0")',
      advice: `${english} The point can mean thousands or three decimals. Write “#,##0” for thousands, or “0.000” for three decimals.`,
    });
    expect(read('=TEXT(D1,"0 kg")').advice).toContain('Write “0 ""kg""”.');
    expect(read('=TEXT(D1,"0 [")')).toMatchObject({ advice: expect.stringContaining("square brackets") });
  });

  it.each(['=TEXT(D1,"0.00")', '=TEXT(D1,"")', '=TEXT(D1,"0,"&"00")', '=TEXT("0,00",B1)', '=FIND("0,00",B1)'])(
    "%s gets no warning",
    (typed) => {
      expect(read(typed)).toEqual({ formula: typed });
    },
  );
});

describe("a formula that Excel can't read", () => {
  it("is rejected with the intended formula if that is clear", () => {
    expect(read("=ROUND(D1;2)")).toMatchObject({
      problem: "Put commas between the arguments of a function, not semicolons.",
      mend: { use: "=ROUND(D1,2)", formula: "=ROUND(D1,2)" },
    });
    expect(read("=SUM(Price,Quantity").mend?.formula).toBe("=SUM(B1,C1)");
    expect(read("=SUM(D1,").mend).toBeUndefined();
  });

  it("keeps its texts, whatever the quotation marks", () => {
    expect(read("=“Price ”&Price").mend?.formula).toBe('="Price "&B1');
  });
});

it("a list of too many arguments isn't mistaken for a number with a comma", () => {
  const read256 = read(`=SUM(${Array.from({ length: 256 }, () => "1").join(",")})`);
  expect(read256.problem).toBe("SUM takes 1 to 255 arguments, not 256.");
  expect(read256).not.toHaveProperty("mend");
});
