import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withFormulas } from "#application/writing/formula-cells.ts";
import {
  column,
  fileOf,
  link,
  number,
  numbers,
  numbersOfShop,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import { ColumnType, FileType, NumberFormatType } from "#domain/enumerations.ts";
import type { NumberFormat } from "#domain/number-formats/number-format.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { hasChromium, launchChromium } from "#tests/browser/support/chromium.ts";
import { hasOffice, officeCsv, openInOffice } from "#tests/support/office.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";
import { type Wanted, wantedOf } from "./check-file.ts";
import type { DesignName } from "./designs.ts";
import { inPage } from "./expected/letters.ts";
import type { Meant } from "./expected/meaning.ts";
import { csvCell, csvText, excelNames, htmlCell, htmlLines, plainText } from "./expected/shown.ts";
import { caseInWords, type ReportCase, reportCases } from "./factors.ts";
import { auroraOrders, makeFile, title } from "./make-file.ts";

/** Twenty of the matrix's files in programs that people open them with: LibreOffice has Excel and CSV, Chromium HTML and XML. */

/** The designs that other programs are most likely to read differently. */
const telling: readonly DesignName[] = [
  "many columns",
  "few columns",
  "formulas",
  "number formats",
  "titles and widths of its own",
];

/** A report of each design in a format, with other dates and another code page than those before where there is one. */
const casesOf = (format: FileType): ReportCase[] => {
  const all = reportCases().filter((report) => report.format === format);
  const chosen: ReportCase[] = [];
  for (const design of telling) {
    const own = all.filter((report) => report.design === design);
    const isNew = ({ UserDateFormat, CsvEncoding }: ReportCase): boolean =>
      chosen.every((one) => one.UserDateFormat !== UserDateFormat && one.CsvEncoding !== CsvEncoding);
    const isOther = ({ CsvEncoding }: ReportCase): boolean => chosen.every((one) => one.CsvEncoding !== CsvEncoding);
    const [one] = [own.filter(isNew), own.filter(isOther), own].find((some) => some.length > 0) ?? [];
    if (one !== undefined) chosen.push(one);
  }
  expect(chosen).toHaveLength(telling.length);
  return chosen;
};

const orders = auroraOrders();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-others-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Opened = { report: ReportCase; wanted: Wanted; path: string; name: string };

const madeFiles = (format: FileType, ending: string): Promise<Opened[]> =>
  Promise.all(
    casesOf(format).map(async (report, place) => {
      const { bytes } = await makeFile(report, orders);
      const name = `${ending}${place}`;
      const path = join(folder, `${name}.${ending}`);
      await writeFile(path, bytes);
      return { report, wanted: wantedOf(report, orders), path, name };
    }),
  );

/** Programs show a line break as one, whichever way it is written. */
const feeds = (cell: string): string => cell.replaceAll(/\r\n?/g, "\n");
/** LibreOffice gives all lines the width of the widest, and what ends a file no line. */
const trimmed = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => {
    const last = row.findLastIndex((cell) => cell !== "");
    return row.slice(0, last + 1).map(feeds);
  });

const two = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** The number as an English LibreOffice shows it. */
const inOffice = (decimal: string, format: NumberFormat | null, money: boolean): string => {
  if (format?.type === NumberFormatType.Currency) return `${two.format(Number(decimal))} EUR`;
  if (format?.type === NumberFormatType.Custom)
    return format.code === "#,##0.00" ? two.format(Number(decimal)) : `${decimal} pcs`;
  const [whole = "", fraction = ""] = decimal.split(".");
  return money ? `${whole}.${fraction.padEnd(2, "0")}` : decimal;
};
const officeCell =
  ({ look, formats, columns }: Wanted) =>
  (cell: Meant, place: number): string => {
    const value = cell?.kind === "computed" ? cell.result : cell;
    return value?.kind === "number"
      ? inOffice(value.decimal, formats[place] ?? null, columns[place]?.money ?? false)
      : plainText(cell, look);
  };

/** An Excel file of what readers have read otherwise: its links lead to one address. */
const oddFile = async (): Promise<Uint8Array> => {
  const settings = {
    preferences: defaultPreferences,
    zone: "UTC",
    numbers: { ...numbersOfShop, moneyFormat: "_x0041_ {{amount}}" },
  };
  const columns = [
    column("Code"),
    column("Note"),
    numbers("Price", { format: { type: NumberFormatType.Currency } }),
    column("Link", { type: ColumnType.Link }),
    column("TRUE as text", { formula: '=" TRUE"' }),
  ];
  const shop = { ianaTimezone: "UTC", primaryLocale: "en" };
  const { bytes } = await fileOf(
    (sink) => withFormulas({ ...settings, shop, fileType: FileType.Excel }, createXlsxWriter(settings, sink)),
    columns,
    rowsOf(
      [text("007"), text("\u0001 a\r\nb \ufffe"), number("1"), link("https://a.example/"), null],
      [text("008"), text("c"), number("2"), link("https://a.example/"), null],
    ),
    { title: "_x0041_bc" },
  );
  return bytes;
};

describe.runIf(hasOffice())("LibreOffice", () => {
  it("opens Excel files and shows the expected worksheets", async () => {
    const files = await madeFiles(FileType.Excel, "xlsx");
    const odd = join(folder, "odd.xlsx");
    await writeFile(odd, await oddFile());
    await openInOffice(folder, [...files.map(({ path }) => path), odd], { written: officeCsv.everySheet });
    const shown = await readFile(join(folder, "odd-_x0041_bc.csv"), "utf8");
    expect(parse(shown, { bom: true })).toEqual([
      ["Code", "Note", "Price", "Link", "TRUE as text"],
      ["007", " a\nb ", "_x0041_ 1.00", "https://a.example/", " TRUE"],
      ["008", "c", "_x0041_ 2.00", "https://a.example/", " TRUE"],
    ]);
    for (const { report, wanted, name } of files) {
      const { sheets, titles } = wanted;
      const names = excelNames(sheets.map((sheet) => sheet.name ?? title));
      for (const [place, sheet] of sheets.entries()) {
        const file = await readFile(join(folder, `${name}-${names[place]}.csv`), "utf8");
        const read = parse(file, { bom: true, relax_column_count: true, skip_empty_lines: false }) as string[][];
        const rows = [titles, ...sheet.rows.map(({ cells }) => cells.map(officeCell(wanted)))];
        expect(trimmed(read), `${names[place]} of ${caseInWords(report)}`).toEqual(trimmed(rows));
      }
      const written = (await readdir(folder)).filter((file) => file.startsWith(`${name}-`));
      expect(written, caseInWords(report)).toHaveLength(sheets.length);
    }
  });

  it("opens five CSV files with their separators and code pages, and shows the expected cells", async () => {
    /** LibreOffice's numbers for UTF-8 and the code pages from 1250 on. */
    const charsets = { 0: 76, 1250: 33, 1251: 34, 1252: 1, 1253: 35, 1254: 36, 1255: 37, 1256: 38, 1257: 39, 1258: 40 };
    const allText = Array.from({ length: 60 }, (_, place) => `${place + 1}/2`).join("/");
    for (const { report, wanted, path, name } of await madeFiles(FileType.Csv, "csv")) {
      const charset = charsets[report.CsvEncoding as keyof typeof charsets];
      const out = await mkdtemp(join(folder, "csv-"));
      await openInOffice(out, [path], {
        opened: `CSV:${report.CsvSeparator.charCodeAt(0)},34,${charset},1,${allText}`,
        written: officeCsv.plain,
      });
      const { sheets, titles, look } = wanted;
      const page = inPage(report.CsvEncoding);
      const texts = (row: readonly string[]) => row.map((cell) => page(cell).text);
      const rows = sheets.flatMap((sheet, place) => [
        ...(place === 0 ? [] : [[]]),
        ...(sheet.name === null ? [] : [texts([csvText(sheet.name, report)])]),
        ...(report.ShowCsvHeaders ? [texts(titles.map((one) => csvText(one, report)))] : []),
        ...sheet.rows.map(({ cells }) => texts(cells.map((cell) => csvCell(cell, look)))),
      ]);
      const file = await readFile(join(out, `${name}.csv`), "utf8");
      const read = parse(file, { bom: true, relax_column_count: true, skip_empty_lines: false }) as string[][];
      expect(trimmed(read), caseInWords(report)).toEqual(trimmed(rows));
    }
  });
});

describe.runIf(hasChromium())("Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a file; answers the page and what went wrong in it, as everything that it would load. */
  const opened = async (path: string): Promise<{ page: Page; problems: string[] }> => {
    const page = await browser.newPage();
    const problems: string[] = [];
    await page.route(/^https?:/, (route) => {
      problems.push(`It loads ${route.request().url()}.`);
      return route.abort();
    });
    page.on("console", (message) => {
      // Runs in the browser, in a page that allows only its own search script.
      if (message.text().startsWith("Blocked script execution")) return;
      if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(pathToFileURL(path).href, { waitUntil: "load" });
    return { page, problems };
  };

  it("shows five HTML reports with the expected rows, without errors", async () => {
    for (const { report, wanted, path } of await madeFiles(FileType.Html, "html")) {
      const { page, problems } = await opened(path);
      // The cells' texts as a person copies them.
      const cells = await page.evaluate<string[][]>(`[...document.querySelectorAll("tbody tr")].map((row) =>
        [...row.cells].map((cell) => {
          for (const lineBreak of cell.querySelectorAll("br")) lineBreak.replaceWith("\\n");
          return cell.textContent;
        }))`);
      const { sheets, formats, columns, look } = wanted;
      const rows = sheets.flatMap(({ rows }) =>
        rows.map((row) =>
          row.cells.map((cell, at) => htmlCell(cell, look, formats[at] ?? null, columns[at]?.money ?? false)),
        ),
      );
      expect(cells, caseInWords(report)).toEqual(rows);
      const heads = await page.locator("thead").first().locator("th").allTextContents();
      expect(heads).toEqual(wanted.titles.map(htmlLines));
      expect(problems, caseInWords(report)).toEqual([]);
      await page.close();
    }
  });

  it("reads five XML reports with the expected rows, without errors", async () => {
    for (const { report, wanted, path } of await madeFiles(FileType.Xml, "xml")) {
      const { page, problems } = await opened(path);
      const read = await page.evaluate<{ errors: number; rows: string[][] }>(`(() => {
        const source = document.querySelector("#webkit-xml-viewer-source-xml") ?? document;
        return {
          errors: document.querySelectorAll("parsererror").length,
          rows: [...source.querySelectorAll("row")].map((row) => [...row.children].map(({ textContent }) => textContent)),
        };
      })()`);
      const rows = wanted.sheets.flatMap((sheet) =>
        sheet.rows.map(({ cells }) => cells.map((cell) => plainText(cell, wanted.look))),
      );
      expect(read, caseInWords(report)).toEqual({ errors: 0, rows });
      expect(problems, caseInWords(report)).toEqual([]);
      await page.close();
    }
  });
});
