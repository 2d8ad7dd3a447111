import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { download, generate, logIn, type Merchant, type Range, waitForExport } from "#tests/support/merchant.ts";
import { readExcel, readHtml, readXml } from "#tests/support/read-report.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { amountInHtml } from "./expected/amounts.ts";
import { cellOfDecimal, decimal, sum } from "./expected/decimal.ts";
import { guarded } from "./expected/formula-guard.ts";
import { periodOf } from "./expected/local-time.ts";
import { expectedRows } from "./expected/rows.ts";
import {
  clockNow,
  type Design,
  demoOrders,
  fixedMoments,
  newDesign,
  type ShopName,
  shops,
  wholeCatalogue,
} from "./scenario.ts";

/**
 * The four formats of one report, over HTTP, each read by a foreign reader: they hold the same cells, HTML with full
 * amounts.
 */

let sheaf: StartedSheaf;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
}, 90_000);
afterAll(() => sheaf?.stop());

const file = async (merchant: Merchant, design: Design, range: Range, fileType: FileType) => {
  const requested = await generate(merchant, design.report.id, { range, fileType });
  return download(merchant, await waitForExport(merchant, requested.ReportExportId));
};

const fourFiles = async (merchant: Merchant, design: Design, range: Range) => {
  const csv = parse(await file(merchant, design, range, FileType.Csv), {
    bom: true,
    record_delimiter: "\r\n",
  }) as string[][];
  const xml = readXml(await file(merchant, design, range, FileType.Xml));
  const html = readHtml(await file(merchant, design, range, FileType.Html));
  const excel = await readExcel(await file(merchant, design, range, FileType.Excel));
  return { csv, xml, html, excel };
};

const expected = (name: ShopName, design: Design, range: Range): string[][] => {
  const { zone } = shops[name];
  const period = periodOf(range, zone, new Date(clockNow));
  const adminUrl = `${sheaf.demoUrl}/${name}/admin`;
  const { grouping, columns } = design;
  const rows = expectedRows({ adminUrl, zone, grouping, columns, period, orders: demoOrders(sheaf, name) });
  return [...rows].map(({ cells }) => cells);
};

/** The formula guard is the CSV file's alone. */
const asCsv = (rows: string[][]): string[][] => rows.map((cells) => cells.map(guarded));
/** HTML knows one kind of line break. */
const withFeeds = (rows: string[][]): string[][] =>
  rows.map((cells) => cells.map((cell) => cell.replaceAll(/\r\n?/g, "\n")));

const checkFour = async (name: ShopName, merchant: Merchant, design: Design, range: Range) => {
  const wanted = expected(name, design, range);
  const { csv, xml, html, excel } = await fourFiles(merchant, design, range);
  expect(csv).toEqual([design.header, ...wanted]);
  expect(xml.columns.map(({ key, title }) => [key, title])).toEqual(
    design.columns.map((key, at) => [key, design.header[at]]),
  );
  if (wanted.length > 0) expect(xml.keys).toEqual(design.columns);
  expect(asCsv(xml.rows)).toEqual(wanted);
  expect([html.header, html.scripts.length]).toEqual([design.header, wanted.length > 1 ? 1 : 0]);
  const inHtml = wanted.map((cells) => cells.map((cell, at) => amountInHtml(design.columns[at] ?? "", cell)));
  expect(asCsv(html.rows)).toEqual(withFeeds(inHtml));
  expect(excel.sheets).toHaveLength(1);
  expect(excel.sheets[0]?.header).toEqual(design.header);
  expect(asCsv(excel.sheets[0]?.rows ?? [])).toEqual(withFeeds(wanted));
  return { wanted, html };
};

describe("the four files of aurora-demo", () => {
  it.each(["Orders", "OnePerOrder"] as const)(
    "contain the same expected cells in every column, grouped as %s",
    async (grouping) => {
      const merchant = await logIn(sheaf, "aurora-demo");
      const design = await wholeCatalogue(merchant, grouping);
      const { wanted, html } = await checkFour("aurora-demo", merchant, design, { kind: "noFilter" });
      expect(wanted.length).toBeGreaterThanOrEqual(300);

      // Amounts of the order stand once per order in either grouping, so that a plain sum is the total.
      for (const column of ["Quantity", "TotalPrice", "LineTax", "OrderTotal", "RefundTotal"]) {
        const place = design.columns.indexOf(column);
        const total = cellOfDecimal(sum(wanted.map((cells) => decimal(cells[place] || "0"))));
        expect([column, html.totals[place]]).toEqual([column, amountInHtml(column, total)]);
      }
      expect(html.totals[design.columns.indexOf("ProductTitle")]).toBe("");
      expect(html.totals[design.columns.indexOf("OrderNum")]).toBe("");
      expect(html.words).toContain(`300 orders, ${wanted.length} rows`);
    },
  );

  it("have the same bytes when exported again", async () => {
    const merchant = await logIn(sheaf, "aurora-demo");
    const design = await newDesign(merchant);
    for (const fileType of Object.values(FileType)) {
      const range: Range = { kind: "lastMonth" };
      const [first, second] = [
        await file(merchant, design, range, fileType),
        await file(merchant, design, range, fileType),
      ];
      expect([fileType, first.equals(second)]).toEqual([fileType, true]);
    }
  });
});

describe("the four files of nimbus-demo, a shop without orders", () => {
  it("contain only column titles, and the HTML page says that it is empty", async () => {
    const merchant = await logIn(sheaf, "nimbus-demo");
    const { wanted, html } = await checkFour("nimbus-demo", merchant, await newDesign(merchant), {
      kind: "ninetyDays",
    });
    expect(wanted).toEqual([]);
    expect(html.words).toContain("This report is empty");
  });
});
