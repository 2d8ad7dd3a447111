import { expect } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { amountInHtml } from "#tests/acceptance/expected/amounts.ts";
import { bodyOf, compareRows, csvRecords, type FileFacts } from "#tests/acceptance/expected/compare.ts";
import { guarded } from "#tests/acceptance/expected/formula-guard.ts";
import { periodOf } from "#tests/acceptance/expected/local-time.ts";
import { expectedRows, ordersWithin } from "#tests/acceptance/expected/rows.ts";
import {
  clockNow,
  type Design,
  demoOrders,
  ownTotals,
  reportOf,
  type ShopName,
  shops,
  totalled,
} from "#tests/acceptance/scenario.ts";
import { generate, type Merchant, openDownload, type Range, waitForExport } from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import { excelRecords, htmlRecords, xmlRecords } from "./read-streams.ts";

const momentColumns = /Date$/;
const lineBreaks = /\r\n?/g;

/** Records of a file of any format. */
const recordsOf = async (response: Response, format: FileType, design: Design): Promise<AsyncIterable<string[]>> => {
  switch (format) {
    case FileType.Csv:
      return csvRecords(bodyOf(response));
    case FileType.Xml:
      return xmlRecords(bodyOf(response));
    case FileType.Html:
      return htmlRecords(bodyOf(response));
    case FileType.Excel:
      return excelRecords(await response.bytes(), {
        columns: design.columns.length,
        moments: design.columns.flatMap((column, place) => (momentColumns.test(column) ? [place] : [])),
      });
  }
};

/** The expectation is for CSV files: their guard also precedes cells of the other formats, but not titles. */
async function* asCsv(records: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let isHead = true;
  for await (const record of records) {
    yield isHead ? record : record.map(guarded);
    isHead = false;
  }
}

const withLineFeeds = (cell: string): string => cell.replaceAll(lineBreaks, "\n");

/** A page has a line break for each, and an amount with the decimals of its currency: of dollars and euros two, of yen none. */
const inPage =
  (name: ShopName) =>
  (cell: string, column: string): string =>
    withLineFeeds(name === "cumulus-demo" ? cell : amountInHtml(column, cell));

/** Makes of an expected cell of CSV what a format has in its place; undefined if that is the same. */
const changeFor = (format: FileType, name: ShopName): ((cell: string, column: string) => string) | undefined => {
  switch (format) {
    case FileType.Html:
      return inPage(name);
    case FileType.Excel:
      return withLineFeeds;
    case FileType.Csv:
    case FileType.Xml:
      return undefined;
  }
};

/**
 * Generates a file of a design for a range and reads it back as it streams: every cell, the number of rows and orders, and exact sums of
 * units and money against those of the orders themselves.
 */
export const checkLarge = async (
  sheaf: StartedSheaf,
  merchant: Merchant,
  { design, range, format, within }: { design: Design; range: Range; format: FileType; within: number },
): Promise<FileFacts> => {
  const name = merchant.shop as ShopName;
  const period = periodOf(range, shops[name].zone, new Date(clockNow));
  const requested = await generate(merchant, design.report.id, { range, fileType: format });
  const job = await waitForExport(merchant, requested.ReportExportId, within);
  const records = await recordsOf(await openDownload(merchant, job), format, design);
  const facts = await compareRows(
    format === FileType.Csv ? records : asCsv(records),
    {
      header: design.header,
      columns: design.columns,
      rows: expectedRows(reportOf(sheaf, name, design, period)),
      totalsOf: totalled.filter((column) => design.columns.includes(column)),
    },
    changeFor(format, name),
  );
  const own = await ownTotals(ordersWithin(demoOrders(sheaf, name), period));
  expect([job.Orders, facts.orders]).toEqual([own.count, own.count]);
  for (const [column, total] of Object.entries(facts.totals))
    expect([column, total]).toEqual([column, own.totals[column]]);
  return facts;
};
