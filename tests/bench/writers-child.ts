import { createWriteStream, type WriteStream } from "node:fs";
import { Writable } from "node:stream";
import type { ByteSink, ReportWriter } from "#application/writing/writer.ts";
import { about } from "#application/writing/writers-for-tests.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { batches, columns } from "./writers-rows.ts";

/**
 * One measurement in its own process: writes rows with one writer; prints CPU seconds, seconds, peak memory and bytes
 * as JSON. Each writer is loaded where it is measured alone, and before the clocks start: memory is of the whole
 * process, time of the writing. Arguments: the writer, the number of rows, and a file where the bytes are to be kept.
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
/** The target of the compared writers. */
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

const withPeer = async (name: "csvStringify" | "xmlbuilder2" | "handlebars"): Promise<Write> => {
  const peers = await import("./writers-text-peers.ts");
  const peer = await peers[name](zone, numbers);
  return () => peer(drain(), rows());
};

const withExceljs = async (): Promise<Write> => {
  const { writeWithExceljs } = await import("./writers-exceljs.ts");
  return () => writeWithExceljs(drain(), rows(), zone);
};

const modes: Record<string, () => Promise<Write> | Write> = {
  excel: async () => {
    const { createXlsxWriter } = await import("../../exporter/xlsx/xlsx-writer.ts");
    return () => ours(createXlsxWriter({ ...settings, numbers }, sink));
  },
  csv: async () => {
    const { createCsvWriter } = await import("../../exporter/csv/csv-writer.ts");
    return () => ours(createCsvWriter(settings, sink));
  },
  xml: async () => {
    const { createXmlWriter } = await import("../../exporter/xml/xml-writer.ts");
    return () => ours(createXmlWriter(settings, sink));
  },
  html: async () => {
    const { createHtmlWriter } = await import("#application/writing/html/html-writer.ts");
    return () => ours(createHtmlWriter({ ...settings, shop: { ianaTimezone: zone, ...numbers } }, sink));
  },
  exceljs: withExceljs,
  "csv-stringify": () => withPeer("csvStringify"),
  xmlbuilder2: () => withPeer("xmlbuilder2"),
  handlebars: () => withPeer("handlebars"),
  /** The rows alone, which is part of every other figure. */
  rows: () => async () => {
    for (const batch of rows()) bytes += batch.length;
  },
};
const run = modes[mode];
if (!run) throw new Error(`Unknown writer '${mode}'. Use one of ${Object.keys(modes).join(", ")}.`);
const write = await run();
const start = performance.now();
const cpuBefore = process.cpuUsage();
await write();
const seconds = (performance.now() - start) / 1_000;
if (kept) await new Promise<void>((resolve) => kept.end(() => resolve()));
const cpu = process.cpuUsage(cpuBefore);
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpuSeconds: (cpu.user + cpu.system) / 1e6, seconds, peakMiB: maxRSS / 1024, bytes }));
