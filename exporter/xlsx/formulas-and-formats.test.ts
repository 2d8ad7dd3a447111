import jszip from "jszip";
import { describe, expect, it } from "vitest";
import { withFormulas } from "#application/writing/formula-cells.ts";
import {
  column,
  fileOf,
  number,
  numbers,
  numbersOfShop,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import { unreadCell } from "#domain/columns/cells/unread-cell.ts";
import { FileType, NumberFormatType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { openExcel } from "#tests/support/read-report.ts";
import { excelLimits } from "./limits.ts";
import { excelCode } from "./number-code.ts";
import { workbook } from "./package-parts.ts";
import { createStyles } from "./styles.ts";
import { createXlsxWriter } from "./xlsx-writer.ts";

const shop = { ianaTimezone: "Europe/Athens", primaryLocale: "en" };

const madeOf = async (
  columns: CompiledColumn[],
  rows: ReturnType<typeof rowsOf>,
  options: { rows?: number; moneyFormat?: string; currencyCode?: string } = {},
) => {
  const limits = { ...excelLimits, ...(options.rows ? { rows: options.rows } : {}) };
  const preferences = { ...defaultPreferences, AlternateRowsStyle: 1 };
  const { moneyFormat = numbersOfShop.moneyFormat, currencyCode = numbersOfShop.currencyCode } = options;
  const shown = { ...numbersOfShop, moneyFormat, currencyCode };
  const { bytes } = await fileOf(
    (sink) =>
      withFormulas(
        { preferences, shop, fileType: FileType.Excel },
        createXlsxWriter({ preferences, zone: shop.ianaTimezone, numbers: shown, limits }, sink),
      ),
    columns,
    rows,
  );
  return { file: bytes, sheets: (await openExcel(bytes)).worksheets };
};
const sheetsOf = async (...given: Parameters<typeof madeOf>) => (await madeOf(...given)).sheets;

const currency = { type: NumberFormatType.Currency } as const;

describe("a formula in an Excel file", () => {
  it("is replaced by a text if it refers to a cell that couldn't be read, so Excel computes nothing", async () => {
    const columns = [numbers("A"), column("B", { formula: "=N(A1)" }), column("C", { formula: '="incomplete"' })];
    const [sheet] = await sheetsOf(columns, rowsOf([unreadCell, null, null], [number("2"), null, null]));
    expect(sheet?.getCell("B2").value).toBe("couldn't be read");
    expect(sheet?.getCell("B3").formula).toBe("N(A3)");
    expect(sheet?.getCell("C2").formula).toBe('"incomplete"');
  });

  it("is in each row as if filled down, with its result", async () => {
    const columns = [
      column("A"),
      numbers("B"),
      column("C", { formula: "=B1*2+B$1" }),
      column("D", { formula: '=TEXTJOIN("<",TRUE,A1:B1)' }),
      column("E", { formula: "=B1>1" }),
      column("F", { formula: "=1/0" }),
      column("G", { formula: "=TODAY()" }),
    ];
    const [sheet] = await sheetsOf(
      columns,
      rowsOf(...["1.5", "1"].map((n) => [text("a"), number(n), null, null, null, null, null])),
    );
    const of = (ref: string) => sheet?.getCell(ref).value;
    expect(of("C2")).toEqual({ formula: "B2*2+B$2", result: 4.5 });
    expect(of("C3")).toEqual({ formula: "B3*2+B$2", result: 3.5 });
    expect(of("D2")).toEqual({ formula: '_xlfn.TEXTJOIN("<",TRUE,A2:B2)', result: "a<1.5" });
    expect(of("E2")).toEqual({ formula: "B2>1", result: true });
    expect(of("F2")).toEqual({ formula: "1/0", result: { error: "#DIV/0!" } });
    expect(of("G2")).toMatchObject({ formula: "TODAY()" });
    expect(sheet?.getCell("G2").result).toBeUndefined();
  });

  it("keeps a text result as text, including its spaces", async () => {
    const columns = [
      column("A"),
      column("B", { formula: '="TRUE"' }),
      column("C", { formula: '="#N/A"' }),
      column("D", { formula: "=TRUE" }),
      column("E", { formula: "=1/0" }),
      column("F", { formula: "=A1" }),
      column("G", { formula: "=LEN(A1)" }),
    ];
    const { file, sheets } = await madeOf(
      columns,
      rowsOf([text("\u0001 a\r\nb"), ...Array.from({ length: 6 }, () => null)]),
    );
    const of = (ref: string) => sheets[0]?.getCell(ref).result as unknown;
    expect(of("B2")).toBe("TRUE");
    expect(of("C2")).toBe("#N/A");
    expect(of("D2")).toBe(true);
    expect(of("E2")).toEqual({ error: "#DIV/0!" });
    expect(of("F2")).toBe(" a\nb");
    // Excel counts the line feed that stands in its file.
    expect(of("G2")).toBe(4);
    const part = await (await jszip.loadAsync(file)).file("xl/worksheets/sheet1.xml")?.async("string");
    expect(part).toContain('<v xml:space="preserve"> a\nb</v>');
  });

  it("restarts in another worksheet, and is a plain result if it refers to the previous one", async () => {
    const columns = [
      numbers("A"),
      column("B", { formula: "=A1*2" }),
      column("C", { formula: "=A$1" }),
      column("D", { formula: "=A2" }),
    ];
    const [first, second] = await sheetsOf(
      columns,
      rowsOf(...["1", "2", "3"].map((n) => [number(n), null, null, null])),
      { rows: 3 },
    );
    expect(second?.getCell("B2").value).toEqual({ formula: "A2*2", result: 6 });
    expect(second?.getCell("C2").value).toBe(1);
    expect(first?.getCell("D2").value).toEqual({ formula: "A3", result: 2 });
    expect(first?.getCell("D3").value).toBe(3);
  });

  it("is an error if only Excel could compute it and its row isn't in the worksheet", async () => {
    const columns = [
      numbers("A"),
      column("B", { formula: "=SINH(A2)" }),
      column("C", { formula: "=SINH(A$1)" }),
      column("D", { formula: "=A1048575" }),
    ];
    const [first, second] = await sheetsOf(
      columns,
      rowsOf(...["1", "2", "3"].map((n) => [number(n), null, null, null])),
      { rows: 3 },
    );
    const shown = (ref: string, sheet = first) => sheet?.getCell(ref).formula;
    expect([shown("B2"), shown("B3"), shown("C2"), shown("C2", second)]).toEqual([
      "SINH(A3)",
      "#REF!",
      "SINH(A$2)",
      "#REF!",
    ]);
    expect(shown("D2")).toBe("#REF!");
  });

  it("is text if it refers to itself, so Excel opens the file without a warning", async () => {
    const [sheet] = await sheetsOf(
      [column("A", { formula: "=B1" }), column("B", { formula: "=A1" })],
      rowsOf([null, null]),
    );
    expect(sheet?.getCell("A2").value).toBe("(refers to itself)");
  });
});

it("worksheet names and number formats are never read as Excel's escape of another character", () => {
  const parts = workbook([{ name: "_x0041_b'c", lastColumn: "B", lastRow: 3 }]);
  expect(parts).toContain('<sheet name="_x005F_x0041_b\'c"');
  expect(parts).toContain(">'_x005F_x0041_b''c'!$A$1:$B$3</definedName>");
  const styles = createStyles();
  styles.indexOf({ format: '"_x0041_"0' });
  expect(styles.part(false)).toContain('formatCode="&quot;_x005F_x0041_&quot;0"');
});

it("Excel is told to compute a file only if it has formulas", () => {
  const sheets = [{ name: "Sales", lastColumn: "B", lastRow: 3 }];
  expect(workbook(sheets, true)).toContain('</definedNames><calcPr fullCalcOnLoad="1"/></workbook>');
  expect(workbook(sheets, false)).toContain("</definedNames></workbook>");
});

describe("a number format in an Excel file", () => {
  const formatOf = async (format: CompiledColumn["format"], moneyFormat?: string) => {
    const [sheet] = await sheetsOf(
      [numbers("A", { format })],
      rowsOf([number("-5.25")], [number("7")]),
      moneyFormat === undefined ? {} : { moneyFormat },
    );
    const [plain, banded] = ["A2", "A3"].map((ref) => sheet?.getCell(ref));
    expect(plain?.value).toBe(-5.25);
    expect(banded?.numFmt).toBe(plain?.numFmt);
    return plain?.numFmt;
  };

  it("is the merchant's code unchanged, or none if Excel couldn't read it", async () => {
    expect(await formatOf({ type: NumberFormatType.Custom, code: '[>=5]0.00 "EUR & <co>";[Red]-0' })).toBe(
      '[>=5]0.00 "EUR & <co>";[Red]-0',
    );
    // Saved before such codes were refused.
    expect(await formatOf({ type: NumberFormatType.Custom, code: "#.##0,00" })).toBe("#.##0,00");
    expect(await formatOf({ type: NumberFormatType.Custom, code: "0 kg" })).toBeUndefined();
    expect(await formatOf({ type: NumberFormatType.Custom, code: "[Color57]0" })).toBeUndefined();
    expect(await formatOf(null)).toBeUndefined();
  });

  it.each([
    [`$${"{{amount}}"}`, '"$"#,##0.00'],
    ["{{amount_with_comma_separator}} €", '#,##0.00" €"'],
    ["¥{{amount_no_decimals}}", '"¥"#,##0'],
    // Characters invalid in XML, as the platform may send them.
    ["\u0001€\uffff{{amount}}", '"€"#,##0.00'],
    ["", undefined],
  ])("for the money format %s is %s", async (moneyFormat, code) => {
    expect(await formatOf(currency, moneyFormat)).toBe(code);
  });

  it.each([
    ["EUR", "0.00#############"],
    ["KWD", "0.000############"],
    ["JPY", undefined],
    ["PKR", "0.00#############"],
  ])("for amounts without a format has at least the decimals of %s, and rounds nothing", async (currencyCode, code) => {
    const red = { type: NumberFormatType.LessThanRed, limit: 5 } as const;
    const [sheet] = await sheetsOf(
      [numbers("OrderTotal"), numbers("Profit", { format: red }), numbers("Quantity")],
      rowsOf([number("12.3"), number("4"), number("2")]),
      { currencyCode },
    );
    const cells = ["A2", "B2", "C2"].map((ref) => sheet?.getCell(ref));
    expect(cells.map((cell) => cell?.value)).toEqual([12.3, 4, 2]);
    expect(cells.map((cell) => cell?.numFmt)).toEqual([code, code, undefined]);
  });

  it("may have a quotation mark in the text of a money format", () => {
    // exceljs drops backslashes when it reads.
    expect(excelCode(currency, { ...numbersOfShop, moneyFormat: 'US"$ {{amount}}' })).toBe('"US"\\""$ "#,##0.00');
  });

  it("shows values at or below a limit in red, within the column's own rows", async () => {
    const [sheet] = await sheetsOf(
      [column("A"), numbers("B", { format: { type: NumberFormatType.LessThanRed, limit: 5.5 } })],
      rowsOf([null, number("5.5")], [null, number("6")]),
    );
    const [condition] = (sheet as unknown as { conditionalFormattings: { ref: string; rules: object[] }[] })
      .conditionalFormattings;
    expect(condition?.ref).toBe("B2:B3");
    expect(condition?.rules[0]).toMatchObject({
      type: "cellIs",
      operator: "lessThanOrEqual",
      formulae: ["5.5"],
      style: { font: { color: { argb: "FFB3261E" } } },
    });
  });

  it("also applies to the results of a formula", async () => {
    const [sheet] = await sheetsOf(
      [numbers("A"), column("B", { formula: "=A1*2", format: currency })],
      rowsOf([number("2"), null]),
    );
    expect(sheet?.getCell("B2").numFmt).toBe('#,##0.00" EUR"');
  });
});
