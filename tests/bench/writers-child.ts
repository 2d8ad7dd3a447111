import { createRequire } from "node:module";
import { Writable } from "node:stream";
import { stringify } from "csv-stringify";
import { fragment } from "xmlbuilder2";
import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createCsvWriter } from "../../exporter/csv/csv-writer.ts";
import { createHtmlWriter } from "../../exporter/html/html-writer.ts";
import type { ByteSink, ReportRow, ReportWriter } from "../../exporter/writer.ts";
import { about } from "../../exporter/writers-for-tests.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";
import { createXmlWriter } from "../../exporter/xml/xml-writer.ts";

/** One measurement in a process of its own: writes rows with one writer; prints CPU seconds, peak memory and bytes as JSON. */

const [mode = "", count = "0"] = process.argv.slice(2);
const zone = "Europe/Athens";
const settings = { preferences: defaultPreferences, zone };
const numbers = { moneyFormat: "{{amount}} EUR", currencyCode: "EUR", primaryLocale: "en" };
const kinds = ["text", "text", "note", "number", "number", "datetime", "link"] as const;
const columns = Array.from({ length: 28 }, (_, n): CompiledColumn => {
  const kind = kinds[n % kinds.length];
  return {
    key: `C${n}`,
    title: `Column ${n}`,
    type: kind === "number" ? ColumnType.Number : kind === "link" ? ColumnType.Link : ColumnType.Text,
    valueKind: kind === "number" || kind === "datetime" ? kind : "text",
    identifier: false,
    total: kind === "number" ? "sum" : "none",
    width: null,
    format: null,
    formula: null,
  };
});

/** No two rows alike, one cell in six empty, some text to escape; made as they are needed. */
const cellOf = (row: number, column: number): Cell => {
  if ((row + column) % 6 === 0) return null;
  switch (kinds[column % kinds.length]) {
    case "number":
      return { kind: "number", decimal: `${(row * 7 + column) % 9_999}.${1 + (row % 9)}` };
    case "datetime":
      return { kind: "datetime", instant: new Date(1_760_000_000_000 + row * 60_000).toISOString() };
    case "link":
      return { kind: "link", urls: [`https://shop.example/admin/orders/${row}?c=${column}&x=1`] };
    case "note":
      return { kind: "text", text: row % 9 === 0 ? `Ring "twice" & wait\n<${row}> Αθήνα` : `Variant ${row % 50} / M` };
    default:
      return { kind: "text", text: column % 2 === 0 ? `#${row}` : `Παραγγελία ${row % 700}` };
  }
};
function* batches(rows: number): Generator<ReportRow[]> {
  for (let at = 0; at < rows; at += 500)
    yield Array.from({ length: Math.min(500, rows - at) }, (_, n) => ({
      cells: columns.map((_column, place) => cellOf(at + n, place)),
      startsOrder: n % 3 === 0,
    }));
}

let bytes = 0;
const sink: ByteSink = async (piece) => {
  bytes += piece.byteLength;
};
/** Takes everything, and says so at once. */
const drain = () =>
  new Writable({
    write(piece: Uint8Array, _encoding, done) {
      bytes += piece.byteLength;
      done();
    },
  });
const ours = async (writer: ReportWriter): Promise<void> => {
  await writer.begin({ title: "Bench", columns, about, split: false });
  const sheet = await writer.beginSheet({ name: null });
  for (const batch of batches(Number(count))) await sheet.rows(batch);
  await sheet.end({ orders: 1 });
  await writer.end();
};
const plain = (cell: Cell): string => {
  if (cell === null) return "";
  if (cell.kind === "text") return cell.text;
  if (cell.kind === "number") return cell.decimal;
  if (cell.kind === "datetimes") return cell.instants.join(", ");
  return cell.kind === "datetime" ? cell.instant : cell.urls.join("\n");
};

const withExceljs = async (): Promise<void> => {
  const exceljs = createRequire(import.meta.url)("exceljs") as typeof import("exceljs");
  const stream = drain();
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet("Bench", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ title, valueKind }) => ({
    header: title,
    width: 20,
    style: valueKind === "datetime" ? { numFmt: "yyyy/mm/dd hh:mm" } : {},
  }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  let links = 0;
  for (const batch of batches(Number(count))) {
    for (const { cells } of batch) {
      const values = cells.map((cell) => {
        if (cell === null) return null;
        if (cell.kind === "number") return Number(cell.decimal);
        if (cell.kind === "datetime") return new Date(cell.instant);
        if (cell.kind === "text" || cell.kind === "datetimes") return plain(cell);
        links += 1;
        const text = cell.urls.join("\n");
        return links > 65_530 ? text : { text, hyperlink: text };
      });
      sheet.addRow(values).commit();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  sheet.commit();
  await book.commit();
};

const withCsvStringify = async (): Promise<void> => {
  const rows = stringify({ record_delimiter: "\r\n" });
  const done = new Promise((resolve) => rows.pipe(drain()).on("finish", resolve));
  for (const batch of batches(Number(count)))
    for (const { cells } of batch)
      if (!rows.write(cells.map(plain))) await new Promise((resolve) => rows.once("drain", resolve));
  rows.end();
  await done;
};

const withXmlbuilder2 = async (): Promise<void> => {
  for (const batch of batches(Number(count)))
    for (const { cells } of batch) {
      const row = Object.fromEntries(columns.map(({ key }, place) => [key, plain(cells[place] ?? null)]));
      await sink(Buffer.from(fragment({ row }).toString()));
    }
};

const modes: Record<string, () => Promise<void>> = {
  excel: () => ours(createXlsxWriter({ ...settings, numbers }, sink)),
  csv: () => ours(createCsvWriter(settings, sink)),
  xml: () => ours(createXmlWriter(settings, sink)),
  html: () =>
    ours(
      createHtmlWriter(
        {
          ...settings,
          shop: { ianaTimezone: zone, ...numbers },
        },
        sink,
      ),
    ),
  exceljs: withExceljs,
  "csv-stringify": withCsvStringify,
  xmlbuilder2: withXmlbuilder2,
  /** The rows alone, which is part of every other figure. */
  rows: async () => {
    for (const batch of batches(Number(count))) bytes += batch.length;
  },
};
const run = modes[mode];
if (!run) throw new Error(`There is no writer '${mode}'. Give one of ${Object.keys(modes).join(", ")}.`);
await run();
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024, bytes }));
