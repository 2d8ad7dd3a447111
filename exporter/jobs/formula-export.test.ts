import { expect, it } from "vitest";
import type { ShownColumn } from "#domain/designs/design.ts";
import { CustomColumnCategory, FileType, NumberFormatType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { readHtml, readXml } from "#tests/support/read-report.ts";
import { createExportJob } from "./export-job.ts";

const usual = { title: null, width: null, format: null };
const columns: ShownColumn[] = [
  { ...usual, column: "OrderNum" },
  { ...usual, column: "TotalPrice", format: { type: NumberFormatType.Currency } },
  {
    ...usual,
    column: "Custom1",
    title: "Doubled",
    format: { type: NumberFormatType.Custom, code: '0.0 "x"' },
    custom: { category: CustomColumnCategory.ExcelFormula, formula: "=B1*2+0.1" },
  },
  { ...usual, column: "Custom2", custom: { category: CustomColumnCategory.ExcelFormula, formula: "=A2" } },
];

const fileOf = async (fileType: FileType, ending: string, shown: readonly ShownColumn[] = columns) => {
  const exporter = exporterForTests(someOrders(12), 5);
  const { design } = await exporter.request("other");
  const preferences = { ...defaultPreferences, CsvBom: false, ShowCsvHeaders: false };
  await exporter.request("e1", { fileType, preferences, design: { ...design, columns: [...shown] } });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  return exporter.fileOf(`e1.1.${ending}`);
};

it("a design's formulas and formats are in its files: plain numbers in CSV and XML, formatted in HTML", async () => {
  const csv = (await fileOf(FileType.Csv, "csv"))
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(csv.length).toBeGreaterThan(5);
  for (const [at, [, total, doubled, next]] of csv.entries()) {
    expect(Number(doubled)).toBeCloseTo(Number(total) * 2 + 0.1, 9);
    expect(doubled).toMatch(/^\d+(?:\.\d{1,2})?$/);
    expect(next).toBe(csv[at + 1]?.[0] ?? "0");
  }
  expect(readXml(Buffer.from(await fileOf(FileType.Xml, "xml"))).rows).toEqual(csv);
  // The shop is Greek: its custom formats have a comma.
  const page = readHtml(Buffer.from(await fileOf(FileType.Html, "html")));
  expect(page.rows.map((cells) => cells.slice(1, 3))).toEqual(
    csv.map(([, total, doubled]) => [
      `${Number(total).toFixed(2)} EUR`,
      `${Number(doubled).toFixed(1).replace(".", ",")} x`,
    ]),
  );
});

it("a formula with money is a number column, with a total in HTML unless it is per unit", async () => {
  const money: ShownColumn[] = [
    { ...usual, column: "Quantity" },
    { ...usual, column: "TotalPrice" },
    {
      ...usual,
      column: "Custom1",
      title: "With tax",
      format: { type: NumberFormatType.Currency },
      custom: { category: CustomColumnCategory.ExcelFormula, formula: "=B1*1.5" },
    },
    {
      ...usual,
      column: "Custom2",
      title: "Per unit",
      custom: { category: CustomColumnCategory.ExcelFormula, formula: "=B1/A1" },
    },
  ];
  const html = await fileOf(FileType.Html, "html", money);
  expect(html).toContain('<th scope="col" class="n">With tax</th>');
  const rows = (await fileOf(FileType.Csv, "csv", money))
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const total = rows.reduce((sum, cells) => sum + Number(cells[2]), 0);
  expect(total).toBeGreaterThan(0);
  const [foot] = html.match(/<tfoot>.*<\/tfoot>/s) ?? [];
  expect(foot).toContain(`<td class="n">${total.toFixed(2)} EUR</td>`);
  expect(foot).toMatch(/<td class="n"><\/td><\/tr>/);
  const xml = await fileOf(FileType.Xml, "xml", money);
  expect(xml).toMatch(/<column key="Custom1"[^>]* type="number"/);
});
