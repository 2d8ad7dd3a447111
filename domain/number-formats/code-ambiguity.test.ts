import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ambiguityMessage, findCodeAmbiguity } from "./code-ambiguity.ts";
import { formatCodeProblem, formattedByCode } from "./format-code.ts";

const meantBy = (code: string): string[] => findCodeAmbiguity(code)?.meanings.map((meaning) => meaning.code) ?? [];
const nbsp = "\u00a0";
const narrow = "\u202f";

describe("a typed number format", () => {
  it.each([
    ["0,0", "0.0"],
    ["0,00", "0.00"],
    ["#,00", "#.00"],
    [",00", ".00"],
    ["0,0000", "0.0000"],
    ["0,00000", "0.00000"],
    ["#,##", "#.##"],
    ["0,0#", "0.0#"],
    ["0,??", "0.??"],
    ["???,??", "???.??"],
    ["0,00 €", "0.00 €"],
    ["€ 0,00", "€ 0.00"],
    ["0,00€", "0.00€"],
    ["0,0%", "0.0%"],
    ["0,00 %", "0.00 %"],
    ["0,00E+00", "0.00E+00"],
    ["##0,0E+0", "##0.0E+0"],
    ["#.##0,00", "#,##0.00"],
    ["#.##0,0", "#,##0.0"],
    ["#.##0,000", "#,##0.000"],
    ["0.000,000", "0,000.000"],
    ["#.###,##", "#,###.##"],
    ["###.###.##0,00", "###,###,##0.00"],
    ["#.###.##0", "#,###,##0"],
    ["000.000.000", "000,000,000"],
    ["#.##0,-", "#,##0.-"],
    ["#.##0,-- €", "#,##0.-- €"],
    ["#,##0,00", "#,##0.00"],
    ["#.##0.00", "#,##0.00"],
    ["#.##0.00 €", "#,##0.00 €"],
    ["1.234,56", "#,##0.00"],
    ["1.234,56 €", "#,##0.00 €"],
    ["0,5", "0.0"],
    ["1.234", "#,##0"],
    ["1 234,50", "#,##0.00"],
    ["CHF 1'000.00", '"CHF" #,##0.00'],
    ["0,0.", "0.0,"],
    ["#.##0,0..", "#,##0.0,,"],
    ["# ##0,00", "#,##0.00"],
    [`#${nbsp}##0,00${nbsp}€`, `#,##0.00${nbsp}€`],
    [`#${narrow}##0,00 €`, "#,##0.00 €"],
    ['#.##0,00 "kr"', '#,##0.00 "kr"'],
    ['"EUR, brutto: "#.##0,00', '"EUR, brutto: "#,##0.00'],
    ['"1.000,00 = "0,00', '"1.000,00 = "0.00'],
    ["0,00 \\,\\.", "0.00 \\,\\."],
    ["[$€-407] #.##0,00", "[$€-407] #,##0.00"],
    ["[$kr.-406] #.##0,00", "[$kr.-406] #,##0.00"],
    ["[Red]0,00", "[Red]0.00"],
    ["[Color3]0,00", "[Color3]0.00"],
    ["[>=1000.5]#.##0,00;0,00", "[>=1000.5]#,##0.00;0.00"],
    ["[<=5][Red]0,0;0", "[<=5][Red]0.0;0"],
    ["0,00;-0,00", "0.00;-0.00"],
    ["#.##0,00;[Red]-#.##0,00", "#,##0.00;[Red]-#,##0.00"],
    ['0,00;-0,00;"none";@', '0.00;-0.00;"none";@'],
    ["0,00;;", "0.00;;"],
    ["#.##0,00_);(#.##0,00)", "#,##0.00_);(#,##0.00)"],
    ['_-* #.##0,00 €_-;-* #.##0,00 €_-;_-* "-"?? €_-;_-@_-', '_-* #,##0.00 €_-;-* #,##0.00 €_-;_-* "-"?? €_-;_-@_-'],
    ["*.0,00", "*.0.00"],
    ["*,0,00_,", "*,0.00_,"],
    ["(0,00)", "(0.00)"],
    ["+0,00;-0,00", "+0.00;-0.00"],
    // The rest of the code is read like its unambiguous part.
    ["#.##0,00;-#.##0", "#,##0.00;-#,##0"],
    ["0,00;-0.000", "0.00;-0,000"],
    ["# ##0,00;-# ##0", "#,##0.00;-#,##0"],
    ["0,00;#,##0.0", "0.00;#,##0.0"],
    ["#,##0;-0,00", "#,##0;-0.00"],
    ["0,00;# ##0.00", "0.00;#,##0.00"],
    // Words are quoted first.
    ["0,00 kr", '0.00 "kr"'],
    ["#.##0,00 EUR", '#,##0.00 "EUR"'],
    ["R$ #.##0,00", '"R"$ #,##0.00'],
    ["1.234,56 EUR", '#,##0.00 "EUR"'],
    ["mm:ss,0", "mm:ss.0"],
    ["0.00;-0,00", "0.00;-0.00"],
  ])("%s is European and means %s in Excel", (code, inExcel) => {
    expect(meantBy(code)).toEqual([inExcel]);
  });

  it.each([
    ["#.##0", "#,##0", "0.000"],
    ["##.##0", "##,##0", "#0.000"],
    ["0.##0", "0,##0", "0.000"],
    ["#.#00", "#,#00", "0.000"],
    ["#.##0 €", "#,##0 €", "0.000 €"],
    ["€ #.##0", "€ #,##0", "€ 0.000"],
    ['#.##0" pcs."', '#,##0" pcs."', '0.000" pcs."'],
    ["#.##0%", "#,##0%", "0.000%"],
    ["#.##0;[Red]-#.##0", "#,##0;[Red]-#,##0", "0.000;[Red]-0.000"],
    ["#,##0.00;-#.##0", "#,##0.00;-#,##0", "#,##0.00;-0.000"],
    ['#.##0;-#.##0;"0,00"', '#,##0;-#,##0;"0,00"', '0.000;-0.000;"0,00"'],
  ])("%s is ambiguous: thousands are %s, three decimals %s", (code, thousands, decimals) => {
    expect(findCodeAmbiguity(code)?.meanings).toEqual([
      { name: "Thousands", code: thousands },
      { name: "Three decimals", code: decimals },
    ]);
  });

  it.each([
    ["# ##0", "#,##0"],
    ["# ##0.00", "#,##0.00"],
    ["#'##0.00", "#,##0.00"],
    ["#’##0", "#,##0"],
    ["0'000.00", "0,000.00"],
    ["# ### ##0.00 CHF", '#,###,##0.00 "CHF"'],
    [`#${nbsp}##0`, "#,##0"],
    ["# ##0;[Red]-# ##0", "#,##0;[Red]-#,##0"],
    ["# ##0,", "#,##0,"],
    ["#'##0,00", "#,##0.00"],
  ])("%s has another thousands separator and means %s in Excel", (code, inExcel) => {
    expect(meantBy(code)).toEqual([inExcel]);
  });

  it.each([
    ["TT.MM.JJJJ", "dd.mm.yyyy"],
    ["TT.MM.JJ hh:mm", "dd.mm.yy hh:mm"],
    ["[$-407]TTTT, TT. MMMM JJJJ", "[$-407]dddd, dd. mmmm yyyy"],
    ["jj/mm/aaaa", "dd/mm/yyyy"],
    ["jjjj jj mmmm aaaa", "dddd dd mmmm yyyy"],
    ["aaaa-mm-jj", "yyyy-mm-dd"],
    ["dd/mm/aaaa", "dd/mm/yyyy"],
    ["mm/aaaa", "mm/yyyy"],
    ["dd-mm-jjjj uu:mm", "dd-mm-yyyy hh:mm"],
    ["gg/mm/aaaa", "dd/mm/yyyy"],
    ["tt/mm/yyyy", "dd/mm/yyyy"],
    ["MM/JJJJ", "mm/yyyy"],
    ["d mmmm aaaa", "d mmmm yyyy"],
    ["d de mmmm de yyyy", 'd "de" mmmm "de" yyyy'],
    ['dddd, d "de" mmmm "de" aaaa', 'dddd, d "de" mmmm "de" yyyy'],
    ['TT.MM.JJJJ" Tag "', 'dd.mm.yyyy" Tag "'],
    ["[Rot]0", "[Red]0"],
    ["0;[Rouge]-0", "0;[Red]-0"],
    ["[AZUL]0", "[Blue]0"],
    ["[Farbe 3]0", "[Color3]0"],
    ["#.##0,00;[Rot]-#.##0,00", "#,##0.00;[Red]-#,##0.00"],
    ["Standard", "General"],
    ['Standard" kg"', 'General" kg"'],
    ["[Rouge]Général", "[Red]General"],
    ["Text", "@"],
    ["0 kg", '0 "kg"'],
    ["0 t", '0 "t"'],
    ["CHF 0.00", '"CHF" 0.00'],
    ["Fr. #'##0.00", '"Fr." #,##0.00'],
    ["#.##0,00 kr.", '#,##0.00 "kr."'],
    ['0 Stück "netto"', '0 "Stück" "netto"'],
    ["0.0E+00 kg", '0.0E+00 "kg"'],
  ])("%s is in another language or lacks quotation marks, and means %s in Excel", (code, inExcel) => {
    expect(meantBy(code)).toEqual([inExcel]);
  });

  it.each([
    ["JJJJ", ["yyyy", "dddd"]],
    ["JJ/MM", ["yy/mm", "dd/mm"]],
    ["#,#", ["#,###", "#.#"]],
    ["#,# €", ["#,### €", "#.# €"]],
  ])("%s is ambiguous: %j", (code, meanings) => {
    expect(meantBy(code)).toEqual(meanings);
  });

  it.each([
    "0",
    "0.0",
    "0.00",
    "0.000",
    "#.000",
    "#.###",
    "####.#",
    "0.0000",
    "#,##0",
    "0,000",
    "#,###",
    "#,##0.00",
    "#,##0.000",
    "#,##0.###",
    "#,##0.",
    "0,",
    "0,,",
    "#,",
    "0.0,",
    "0.0,,",
    "0.000,",
    '0.000,,"M"',
    '#,##0.0,"K"',
    "#,##0,",
    "#,##,##0.00",
    "[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0",
    "# ?/?",
    "# ??/??",
    "# ?/8",
    "#,##0 ?/?",
    "#,##0,0 ?/?",
    "0/,00",
    "0 000",
    "000 000",
    "00 00 00 00 00",
    "0 ##0",
    "# ###/###",
    "0,00 0",
    "_-* #,##0",
    '0 "kg"',
    "#\\ ##0",
    '#"\'"##0',
    "[Red]0.00",
    "[Color3]0",
    "General",
    "aaaa",
    "d mmm aaa",
    'ggge"年"m"月"d"日"',
    'm"月"d"日" aaaa',
    "yyyy/m/d aaaa",
    "[h]:mm",
    "[$EUR] 0.00",
    "00000",
    "000-00-0000",
    "1 000-000-0000",
    "1 000 000 0000",
    "000.000.000-00",
    "0.0.0",
    "0%",
    "0.0%",
    "0.00E+00",
    "##0.0E+0",
    "0;-0;0;@",
    ";;;",
    "@",
    '"a,00 "@',
    "General",
    "0\\,00",
    '0",00"',
    '0","00',
    '#"."##0',
    "#\\.##0",
    '"Total",0',
    "0_,00",
    '0 "1,5"',
    '0.00 "a.b,c"',
    "[$€-407] #,##0.00",
    "[>=1.5]0;0.00",
    "[Red]#,##0;[Blue]0.00",
    "dd.mm.yyyy",
    "dd.mm.yyyy, hh:mm",
    "mm:ss.00",
    "[h]:mm:ss.000",
    "h:mm AM/PM",
    "_($* #,##0.00_)",
    // No translation helps, so the refusal says that Excel can't read them.
    "0 m kg",
    "0E0",
    "0Standard",
    "TT/DD/yyyy",
    "[Farbe57]0",
    "[Farbe]0",
    "0,00 [",
    "[Color57]0,00",
  ])("%s is not ambiguous", (code) => {
    expect(findCodeAmbiguity(code)).toBeUndefined();
  });

  it("is rejected with the reason and the whole code to write", () => {
    const problem = (code: string) => {
      const doubt = findCodeAmbiguity(code);
      return doubt && ambiguityMessage(doubt);
    };
    expect(problem("0,00 €")).toBe("Excel's codes use a point for decimals and a comma for thousands. Write “0.00 €”.");
    expect(problem("#.##0")).toBe(
      "The point can mean thousands or three decimals. Write “#,##0” for thousands, or “0.000” for three decimals.",
    );
    const words = "x".repeat(240);
    expect(problem(`0,00 "${words}"`)).toContain(`“0.00 "${words}"”`);
  });

  // Each part with Excel's equivalent.
  const number = fc.constantFrom(
    ["0,00", "0.00"],
    ["#,00", "#.00"],
    ["#.##0,00", "#,##0.00"],
    ["#.###.##0,00", "#,###,##0.00"],
    ["# ##0,00", "#,##0.00"],
    [`#${nbsp}##0,00`, "#,##0.00"],
    [`#${narrow}##0,00`, "#,##0.00"],
    ["#,##0,00", "#,##0.00"],
  );
  const around = fc.constantFrom(
    "",
    " €",
    '" 1.000,00 "',
    "\\,",
    "\\.",
    "_,",
    "[$€]",
    '", "',
    "€ ",
    "(",
    "*.",
    '".##0,0"',
  );
  const front = fc.constantFrom("", "[Red]", "[Color56]", "[>=0.5]");
  const rest = fc.constantFrom("", ';-"a,b"', ";;", ';-"1,0";"0,00";@');
  const shownTo = { en: "1,234.50", de: "1.234,50" };

  it("shows a sample as its writer meant it, once it is translated", () => {
    fc.assert(
      fc.property(front, around, number, around, rest, (first, before, [typed = "", meant = ""], after, other) => {
        const code = (figure: string) => `${first}${before}${figure}${after}${first === "[>=0.5]" ? "" : other}`;
        expect(meantBy(code(typed))).toEqual([code(meant)]);
        expect(formatCodeProblem(code(meant))).toBeUndefined();
        for (const [locale, shown] of Object.entries(shownTo)) {
          const plain = meant.includes(",") ? shown : shown.replace(/[.,](?=\d{3})/, "");
          expect(formattedByCode("1234.5", code(meant), locale).text).toContain(plain);
        }
        // No meaning is doubtful itself.
        expect(findCodeAmbiguity(code(meant))).toBeUndefined();
      }),
      { seed: 35, numRuns: 1_000 },
    );
  });

  it("is only translated into codes that Excel can read and that are not ambiguous", () => {
    let doubted = 0;
    const piece = fc.constantFrom(
      ..."00##?.,,; %€-",
      ",00",
      ".##0",
      '"a,0"',
      "\\,",
      "[Red]",
      "E+0",
      "_.",
      nbsp,
      "@",
      "/",
      "d",
      "'##0",
      "JJ",
      "aa",
      "kg",
      "[Rot]",
      "Standard",
    );
    const anything = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(anything, (code) => {
        for (const meaning of meantBy(code)) {
          doubted++;
          expect(formatCodeProblem(meaning)).toBeUndefined();
          expect(meantBy(meaning)).toEqual([]);
        }
      }),
      { seed: 35, numRuns: 2_000 },
    );
    expect(doubted).toBeGreaterThan(100);
  });
});
