import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import type { ByteSink } from "#application/writing/writer.ts";
import { column, fileOf, link, moment, number, numbers, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { ColumnType, FileType } from "#domain/enumerations.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { readExcel, readHtml, readXml } from "#tests/support/read-report.ts";
import { createWriter } from "./create-writer.ts";

const input = (fileType: FileType, options: object): FrozenInput => ({
  schema: frozenInputSchema,
  catalogueVersion: 1,
  exportId: "e1",
  tenant: "t",
  shop: {
    shop: "aurora-demo",
    version: 4,
    myshopifyDomain: "aurora-demo.myshopify.com",
    ianaTimezone: "Europe/Athens",
    currencyCode: "EUR",
    moneyFormat: "{{amount}} EUR",
    primaryLocale: "el",
    weightUnit: "KILOGRAMS",
    adminUrl: "https://aurora-demo.example/admin",
  },
  design: { reportId: "r", title: "Sales", grouping: 0, splitter: 0, sortedBy: null, columns: [] },
  asked: { filterId: null, range: 0, from: null, to: null },
  emptyExpected: false,
  fileType,
  fileName: "Sales",
  preferences: { ...defaultPreferences, ...options },
  filters: { range: 0, from: null, to: "2026-11-20T12:30:00Z" },
  filter: null,
  selectedOrderIds: [],
  requestedAt: "2026-11-20T12:30:00.000Z",
});

const columns = [
  column("Note"),
  column("SKU", { identifier: true }),
  column("OrderDate", { valueKind: "datetime" }),
  column("OrderUrl", { type: ColumnType.Link, identifier: true }),
  numbers("Price"),
];
const row = [
  text("Łódź – a/b"),
  text("É-1/2"),
  moment("2026-11-20T12:05:00Z"),
  link("https://a.example/é-1"),
  number("-5"),
];
const left = ["É-1/2", "2026/11/20 14:05", "https://a.example/é-1", "-5"];

const readers = {
  Csv: async (bytes: Uint8Array) => parse(Buffer.from(bytes), { bom: true, from: 2 }) as string[][],
  Xml: async (bytes: Uint8Array) => readXml(bytes).rows,
  Html: async (bytes: Uint8Array) => readHtml(bytes).rows,
  Excel: async (bytes: Uint8Array) => (await readExcel(bytes)).sheets[0]?.rows ?? [],
};
const formats = Object.keys(readers) as (keyof typeof readers)[];

it.each(
  formats.flatMap((format) => [
    { format, options: {}, note: "Łódź – a/b" },
    { format, options: { SatinizeLetters: true }, note: "Lodz – a/b" },
    { format, options: { ReplaceDashesSlashes: true }, note: "Łódź   a b" },
    { format, options: { SatinizeLetters: true, ReplaceDashesSlashes: true }, note: "Lodz   a b" },
  ]),
)("$format with $options writes text as '$note', but leaves ids, dates, links and numbers unchanged", async (given) => {
  const create = (sink: ByteSink) => createWriter(input(FileType[given.format], given.options), { write: sink });
  const { bytes } = await fileOf(create, columns, rowsOf(row));
  expect(await readers[given.format](bytes)).toEqual([
    [given.note, ...left.map((cell) => (given.format === "Html" && cell === "-5" ? "-5.00" : cell))],
  ]);
});
