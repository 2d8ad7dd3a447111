import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import { FileType, NumberFormatType } from "#domain/enumerations.ts";
import type { NumberFormat } from "#domain/number-formats/number-format.ts";
import { cellOfDecimal, decimal, sum } from "#tests/acceptance/expected/decimal.ts";
import { openExcel, readHtml, readXml } from "#tests/support/read-report.ts";
import { designOf } from "./designs.ts";
import { type ExcelCell, excelSheets } from "./excel-cells.ts";
import { inPage, lettersBy } from "./expected/letters.ts";
import type { Meant, MeantSheet } from "./expected/meaning.ts";
import { type MeantReport, meantReport } from "./expected/report.ts";
import {
  csvCell,
  csvText,
  excelDates,
  excelNames,
  excelNumber,
  excelText,
  htmlCell,
  htmlLines,
  numberShown,
  plainText,
  shadedRows,
} from "./expected/shown.ts";
import type { ReportCase } from "./factors.ts";
import { type MadeFile, now, title, zone } from "./make-file.ts";

/** The expected content of a file. */
export type Wanted = MeantReport & {
  report: ReportCase;
  look: { preferences: ReportCase; zone: string };
  titles: string[];
  formats: (NumberFormat | null)[];
};

export const wantedOf = (report: ReportCase, orders: readonly DemoOrder[]): Wanted => {
  const meant = meantReport(report, orders, { now, zone }, lettersBy(report));
  const set = meant.columns.map(({ place }) => designOf(report.design).columns[place]);
  return {
    ...meant,
    report,
    look: { preferences: report, zone },
    titles: set.map((one) => one?.title ?? columnByKey.get(one?.column ?? "")?.title ?? ""),
    formats: set.map((one) => one?.format ?? null),
  };
};

const cellsOf = ({ rows }: MeantSheet, shown: (cell: Meant, place: number) => string): string[][] =>
  rows.map(({ cells }) => cells.map(shown));

const utf8Mark = "\ufeff";

const checkCsv = ({ report, sheets, titles, look }: Wanted, { bytes, replaced }: MadeFile): void => {
  const encoding = report.CsvEncoding === 0 ? "utf-8" : `windows-${report.CsvEncoding}`;
  const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  expect(text.startsWith(utf8Mark), "begins with the mark of UTF-8").toBe(report.CsvBom && report.CsvEncoding === 0);

  const page = inPage(report.CsvEncoding);
  let lost = 0;
  const written = (cell: string): string => {
    const inThePage = page(cell);
    lost += inThePage.lost;
    return inThePage.text;
  };
  const header = report.ShowCsvHeaders ? [titles.map((one) => written(csvText(one, report)))] : [];
  if (header.length > 0) lost *= sheets.length;
  const wanted = sheets.flatMap((sheet, place) => [
    ...(place === 0 ? [] : [[""]]),
    ...(sheet.name === null ? [] : [[written(csvText(sheet.name, report))]]),
    ...header,
    ...cellsOf(sheet, (cell) => written(csvCell(cell, look))),
  ]);
  const composed = report.CsvEncoding === 0 ? text : text.normalize("NFC");
  const read = parse(composed.replace(utf8Mark, ""), {
    delimiter: report.CsvSeparator,
    record_delimiter: "\r\n",
    relax_column_count: true,
    skip_empty_lines: false,
  });
  expect(read).toEqual(wanted);
  expect(replaced, "characters that the code page lacks").toBe(lost);
};

const computesNumbers = ({ sheets }: Wanted, place: number): boolean => {
  const cell = sheets[0]?.rows[0]?.cells[place];
  return cell?.kind === "computed" && cell.result.kind === "number";
};

const xmlType = (wanted: Wanted, place: number): string => {
  const column = wanted.columns[place];
  const { type } = columnByKey.get(column?.key ?? "") ?? {};
  if (column?.kind === "addresses") return type === columnByKey.get("Image")?.type ? "image" : "link";
  if (column?.kind === "instant") return "datetime";
  return column?.kind === "number" || computesNumbers(wanted, place) ? "number" : "text";
};

const checkXml = (wanted: Wanted, { bytes }: MadeFile): void => {
  const { columns, sheets, titles, look } = wanted;
  const read = readXml(bytes);
  expect(read.title).toBe(title);
  expect(read.columns).toEqual(
    columns.map(({ key }, place) => ({ key, title: titles[place], type: xmlType(wanted, place) })),
  );
  const rows = (sheet: MeantSheet) => cellsOf(sheet, (cell) => plainText(cell, look));
  if (sheets[0]?.name === null) expect(read.rows).toEqual(rows(sheets[0]));
  else expect(read.worksheets).toEqual(sheets.map((sheet) => ({ name: sheet.name, rows: rows(sheet) })));
};

const counted = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`;

const totalsOf = ({ columns, formats }: Wanted, { rows }: MeantSheet): string[] =>
  columns.map(({ totalled, money }, place) => {
    const numbers = rows.flatMap(({ cells }) => {
      const cell = cells[place];
      return cell?.kind === "number" ? [decimal(cell.decimal)] : [];
    });
    const total = totalled ? numberShown(cellOfDecimal(sum(numbers)), formats[place] ?? null, money) : "";
    return place === 0 ? `Total ${total}`.trim() : total;
  });

const checkHtml = (wanted: Wanted, { bytes }: MadeFile): void => {
  const { report, columns, sheets, titles, formats, look } = wanted;
  const read = readHtml(bytes);
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
  // Its search, where there is something to find (ADR 68).
  expect([read.title, read.scripts.length]).toEqual([title, rows > 1 ? 1 : 0]);
  expect(read.header).toEqual(titles.map(htmlLines));
  const tables = sheets[0]?.name === null ? [{ ...read, name: null }] : read.sections;
  expect(tables.map(({ name }) => name)).toEqual(sheets.map(({ name }) => name));
  for (const [place, sheet] of sheets.entries()) {
    const table = tables[place];
    expect(table?.rows).toEqual(
      cellsOf(sheet, (cell, at) => htmlCell(cell, look, formats[at] ?? null, columns[at]?.money ?? false)),
    );
    expect(table?.words).toContain(`${counted(sheet.orders, "order")}, ${counted(sheet.rows.length, "row")}`);
    const totals = totalsOf(wanted, sheet);
    // Totals of formulas are judged beside the formulas (domain/formulas/figures.test.ts).
    const known = (all: readonly string[]) => all.slice(0, report.design === "formulas" ? 4 : columns.length);
    if (sheet.rows.length > 0 && columns.some(({ totalled }) => totalled))
      expect(known(table?.totals ?? [])).toEqual(known(totals));
  }
  const shaded = sheets.flatMap(({ rows }) =>
    shadedRows(
      rows.map(({ order }) => order),
      report.AlternateRowsStyle,
    ),
  );
  expect(read.rowClasses).toEqual(shaded.map((isShaded) => (isShaded ? "alt" : "")));
  const red = sheets
    .flatMap(({ rows }) => rows)
    .flatMap(({ cells }) =>
      cells.filter((cell, place) => {
        const format = formats[place];
        return (
          format?.type === NumberFormatType.LessThanRed &&
          cell?.kind === "number" &&
          Number(cell.decimal) <= format.limit
        );
      }),
    );
  const text = new TextDecoder().decode(bytes);
  expect(text.split('<td class="n r">').length - 1, "red cells").toBe(red.length);
};

const excelWanted = (wanted: Wanted, cell: Meant, place: number, shaded: boolean): ExcelCell => {
  const { look, formats, columns, report } = wanted;
  const value = excelText(cell, look);
  if (cell === null) return { kind: "empty", value, shaded };
  const numFmt = excelNumber(formats[place] ?? null, columns[place]?.money ?? false);
  switch (cell.kind) {
    case "text":
      return { kind: "text", value, shaded };
    case "number":
      return { kind: "number", value: String(Number(value)), numFmt, shaded };
    case "instant":
      return { kind: "moment", value, numFmt: excelDates[report.UserDateFormat] ?? "", shaded };
    case "addresses":
      return { kind: "link", value, href: new URL(cell.urls[0] ?? "").href, shaded };
    case "computed":
      return { kind: "formula", value, formula: cell.formula, numFmt, shaded };
  }
};

const checkExcel = async (wanted: Wanted, { bytes }: MadeFile): Promise<void> => {
  const { sheets, titles, report } = wanted;
  const workbook = await openExcel(bytes);
  const read = excelSheets(workbook, titles.length);
  expect(read.map(({ name }) => name)).toEqual(excelNames(sheets.map(({ name }) => name ?? title)));
  for (const [place, sheet] of sheets.entries()) {
    expect(read[place]?.header).toEqual(titles);
    const shaded = shadedRows(
      sheet.rows.map(({ order }) => order),
      report.AlternateRowsStyle,
    );
    expect(read[place]?.rows).toEqual(
      sheet.rows.map(({ cells }, row) => cells.map((cell, at) => excelWanted(wanted, cell, at, shaded[row] ?? false))),
    );
  }
};

const checks = {
  [FileType.Csv]: checkCsv,
  [FileType.Xml]: checkXml,
  [FileType.Html]: checkHtml,
  [FileType.Excel]: checkExcel,
} as const;

const endings = { [FileType.Xml]: "xml", [FileType.Html]: "html", [FileType.Excel]: "xlsx" } as const;

/** Reads a file with a third-party reader and compares every cell with the expectation. */
export const checkFile = async (wanted: Wanted, made: MadeFile): Promise<void> => {
  const { report, sheets, orders } = wanted;
  const ending = report.format === FileType.Csv ? report.CsvFileExtension : endings[report.format];
  // Half past twelve in UTC is half past two in Athens.
  expect(made.fileName).toBe(`${title} 2026-11-20 143000.${ending}`);
  expect([made.orders, made.rows]).toEqual([orders, sheets.reduce((rows, sheet) => rows + sheet.rows.length, 0)]);
  await checks[report.format](wanted, made);
};
