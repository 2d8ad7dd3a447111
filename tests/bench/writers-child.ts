import { createWriteStream, type WriteStream } from "node:fs";
import { Writable } from "node:stream";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createCsvWriter } from "../../exporter/csv/csv-writer.ts";
import { createHtmlWriter } from "../../exporter/html/html-writer.ts";
import type { ByteSink, ReportWriter } from "../../exporter/writer.ts";
import { about } from "../../exporter/writers-for-tests.ts";
import { createXlsxWriter } from "../../exporter/xlsx/xlsx-writer.ts";
import { createXmlWriter } from "../../exporter/xml/xml-writer.ts";
import { batches, columns, plain } from "./writers-rows.ts";

/**
 * One measurement in a process of its own: writes rows with one writer; prints CPU seconds, seconds, peak memory and bytes as JSON. Each peer is
 * loaded where it is measured alone, and before the clocks start: memory is of the whole process, time of the writing.
 * Arguments: the writer, the number of rows, and a file where the bytes are to be kept.
 */

const [mode = "", count = "0", file] = process.argv.slice(2);
const zone = "Europe/Athens";
const settings = { preferences: { ...defaultPreferences, AlternateRowsStyle: 1 }, zone };
const numbers = { moneyFormat: "{{amount}} EUR", currencyCode: "EUR", primaryLocale: "en" };
const rows = () => batches(Number(count));

let bytes = 0;
const kept: WriteStream | undefined = file === undefined ? undefined : createWriteStream(file);
const sink: ByteSink = async (piece) => {
  bytes += piece.byteLength;
  if (kept?.write(piece) === false) await new Promise<void>((resolve) => kept.once("drain", () => resolve()));
};
/** Takes everything, and says so at once. */
const drain = () =>
  new Writable({
    write(piece: Uint8Array, _encoding, done) {
      sink(piece).then(() => done(), done);
    },
  });
const ours = async (writer: ReportWriter): Promise<void> => {
  await writer.begin({ title: "Bench", columns, about, split: false });
  const sheet = await writer.beginSheet({ name: null });
  for (const batch of rows()) await sheet.rows(batch);
  await sheet.end({ orders: 1 });
  await writer.end();
};

type Write = () => Promise<void>;

const withCsvStringify = async (): Promise<Write> => {
  const { stringify } = await import("csv-stringify");
  return async () => {
    const records = stringify({ record_delimiter: "\r\n" });
    const done = new Promise((resolve) => records.pipe(drain()).on("finish", resolve));
    for (const batch of rows())
      for (const { cells } of batch)
        if (!records.write(cells.map(plain))) await new Promise((resolve) => records.once("drain", resolve));
    records.end();
    await done;
  };
};

const withXmlbuilder2 = async (): Promise<Write> => {
  const { fragment } = await import("xmlbuilder2");
  return async () => {
    for (const batch of rows())
      for (const { cells } of batch) {
        const row = Object.fromEntries(columns.map(({ key }, place) => [key, plain(cells[place] ?? null)]));
        await sink(Buffer.from(fragment({ row }).toString()));
      }
  };
};

const withExceljs = async (): Promise<Write> => {
  const { writeWithExceljs } = await import("./writers-exceljs.ts");
  return () => writeWithExceljs(drain(), rows(), zone);
};

const modes: Record<string, () => Promise<Write> | Write> = {
  excel: () => () => ours(createXlsxWriter({ ...settings, numbers }, sink)),
  csv: () => () => ours(createCsvWriter(settings, sink)),
  xml: () => () => ours(createXmlWriter(settings, sink)),
  html: () => () =>
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
  rows: () => async () => {
    for (const batch of rows()) bytes += batch.length;
  },
};
const run = modes[mode];
if (!run) throw new Error(`There is no writer '${mode}'. Give one of ${Object.keys(modes).join(", ")}.`);
const write = await run();
const start = performance.now();
const cpuBefore = process.cpuUsage();
await write();
const seconds = (performance.now() - start) / 1_000;
if (kept) await new Promise<void>((resolve) => kept.end(() => resolve()));
const cpu = process.cpuUsage(cpuBefore);
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpuSeconds: (cpu.user + cpu.system) / 1e6, seconds, peakMiB: maxRSS / 1024, bytes }));
