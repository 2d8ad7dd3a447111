import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withFormulas } from "#application/writing/formula-cells.ts";
import {
  column,
  fileOf,
  moment,
  number,
  numbers,
  numbersOfShop,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import { FileType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { hasOffice, officeCsv, openInOffice } from "#tests/support/office.ts";
import { openExcel } from "#tests/support/read-report.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";

/** Our results equal LibreOffice's for the formulas in our own file, without its stored results. */

/** Over the columns A text, B and C numbers, D moments; three rows. */
const formulas = [
  "=B1+C1",
  "=B1-C1*2",
  "=B1/C1",
  "=B1^2",
  "=-B1^2",
  "=B1*5%",
  "=(B1+C1)*B$2",
  "=B2-B1",
  "=SUM(B1:C2)",
  "=SUM(B$1:B$3)",
  "=B1/SUM($B$1:$B$3)",
  '=IF(B1>C1,"more","less")',
  "=IFERROR(B1/0,-1)",
  "=1/(B1-B1)",
  "=AND(B1>1,C1>1)",
  "=OR(B1>100,C1>1)",
  "=NOT(B1>C1)",
  '=IFS(B1>100,"big",B1>10,"middle",TRUE,"small")',
  '=SWITCH(C1,3,"three",1,"one","other")',
  "=ROUND(B1,1)",
  "=ROUND(B1*100,-2)",
  "=ROUNDUP(B1,1)",
  "=ROUNDDOWN(-B1,1)",
  "=TRUNC(B1*1.5)",
  "=INT(-B1)",
  "=MOD(B1,C1)",
  "=MOD(-B1,C1)",
  "=CEILING(B1,0.5)",
  "=FLOOR(B1,0.5)",
  "=MROUND(B1,0.25)",
  "=IFERROR(QUOTIENT(B1,C1),-1)",
  "=ABS(C1-B1)",
  "=SIGN(C1-B1)",
  "=SQRT(B1)",
  "=POWER(C1,3)",
  "=AVERAGE(B1:C3)",
  "=MIN(B1:C3)",
  "=MAX(B1:C3,1000)",
  "=COUNT(A1:C3)",
  "=COUNTA(A1:C3)",
  "=COUNTBLANK(A1:C3)",
  '=SUMIF(B1:B3,">2")',
  "=ROW()",
  "=ROW(A1)-1",
  "=ROW(B$1)",
  "=COLUMN()",
  "=COLUMN(C1)",
  "=ROWS(A$1:A1)",
  "=COLUMNS(A1:C1)",
  '=SUMIF(A1:A3,"mug*",B1:B3)',
  '=COUNTIF(A1:A3,"<>Mug blue")',
  '=AVERAGEIF(C1:C3,">=1")',
  "=PRODUCT(B1:C1)",
  '=A1&" x "&C1',
  "=LEFT(A1,3)",
  "=RIGHT(A1,4)",
  "=MID(A1,2,4)",
  "=LEN(A1)",
  '=TRIM("  "&A1&"  ")',
  "=UPPER(A1)",
  "=LOWER(A1)",
  "=PROPER(A1)",
  '=SUBSTITUTE(A1,"u","oo")',
  '=REPLACE(A1,1,1,"_")',
  '=IFERROR(FIND("u",A1),0)',
  '=IFERROR(SEARCH("U",A1),0)',
  '=EXACT(A1,"Mug blue")',
  "=REPT(LEFT(A1,1),C1)",
  '=CONCATENATE(A1,"-",C1)',
  '=TEXTJOIN(", ",TRUE,A1:C1)',
  '=TEXT(B1*1000,"#,##0.00")',
  '=TEXT(B1/100,"0.0%")',
  '=TEXT(D1,"yyyy-mm-dd hh:mm")',
  '=VALUE("12.5")+C1',
  '=A1="mug BLUE"',
  '=A1<"N"',
  "=ISNUMBER(A1)",
  "=ISTEXT(A1)",
  "=ISBLANK(C1)",
  "=YEAR(D1)",
  "=MONTH(D1)",
  "=DAY(D1)",
  "=HOUR(D1)",
  "=MINUTE(D1)",
  "=WEEKDAY(D1)",
  "=WEEKDAY(D1,2)",
  "=DATE(2026,C1+13,-1)",
  "=EDATE(D1,1)",
  "=EOMONTH(D1,-1)",
  "=DAYS(INT(D1),INT(D2))",
  "=D1+30",
  "=D1-D2",
  "=0.1+0.2-0.3",
  "=12.1+0.2",
];

const rows = rowsOf(
  [text("Mug blue"), number("19.99"), number("3"), moment("2026-11-20T14:05:00Z")],
  [text("mug, ünïcode"), number("0.1"), number("1"), moment("2026-01-31T22:30:00Z")],
  [text("Poster"), number("12.345"), null, moment("2024-02-29T10:00:00Z")],
);
const given = [column("A"), numbers("B"), numbers("C"), column("D", { valueKind: "datetime" })];
const preferences = defaultPreferences;
const shop = { ianaTimezone: "Europe/Athens", primaryLocale: "en" };

/** Office and we both say what a cell is in words; numbers to 12 digits, as the last ones of floats differ. */
const comparable = (cell: string): string => {
  const shown = cell.startsWith("#DIV") || cell.startsWith("#VALUE") ? (cell.split("!")[0] ?? "") : cell;
  return shown !== "" && Number.isFinite(Number(shown)) ? String(Number(Number(shown).toPrecision(12))) : shown;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-formulas-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.runIf(hasOffice())("LibreOffice", () => {
  it("computes the same result as Sheaf for every formula", async () => {
    const { bytes } = await fileOf(
      (sink) =>
        withFormulas(
          { preferences, shop, fileType: FileType.Excel },
          createXlsxWriter({ preferences, zone: shop.ianaTimezone, numbers: numbersOfShop }, sink),
        ),
      [...given, ...formulas.map((formula) => column("F", { formula, title: formula }))],
      rows.map((row) => ({ ...row, cells: [...row.cells, ...formulas.map(() => null)] })),
    );
    const workbook = await openExcel(bytes);
    const [sheet] = workbook.worksheets;
    const ours: Record<string, string> = {};
    const theirs: Record<string, string> = {};
    for (const [at, formula] of formulas.entries())
      for (const row of [2, 3, 4]) {
        const cell = sheet?.getCell(row, given.length + 1 + at);
        const result = cell?.result as unknown;
        const shown =
          typeof result === "object" && result !== null && "error" in result ? String(result.error) : (result ?? "");
        ours[`${formula} in row ${row}`] = comparable(
          typeof shown === "boolean" ? String(shown).toUpperCase() : String(shown),
        );
        if (cell === undefined) continue;
        // Without our results; moments as numbers.
        cell.value = { formula: cell.formula, date1904: false } as never;
        if (/^=D(?:1[+-]|ATE)/.test(formula)) cell.style = { ...cell.style, numFmt: "0.000000000" };
      }
    await writeFile(join(folder, "formulas.xlsx"), Buffer.from(await workbook.xlsx.writeBuffer()));
    await openInOffice(folder, [join(folder, "formulas.xlsx")], { written: officeCsv.plain });
    const lines = parse(await readFile(join(folder, "formulas.csv")), { bom: true }) as string[][];
    for (const [at, formula] of formulas.entries())
      for (const row of [2, 3, 4])
        theirs[`${formula} in row ${row}`] = comparable(lines[row - 1]?.[given.length + at] ?? "");
    expect(ours).toEqual(theirs);
  });
});
