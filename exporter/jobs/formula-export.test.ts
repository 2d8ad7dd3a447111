import { expect, it } from "vitest";
import { CustomColumnCategory, FileType, NumberFormatType } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { readHtml, readXml } from "#tests/support/read-report.ts";
import { createExportJob } from "./export-job.ts";

const usual = { title: null, width: null, format: null };
const columns = [
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

const fileOf = async (fileType: FileType, ending: string) => {
  const exporter = exporterForTests(someOrders(12), 5);
  const { design } = await exporter.request("other");
  const preferences = { ...defaultPreferences, CsvBom: false, ShowCsvHeaders: false };
  await exporter.request("e1", { fileType, preferences, design: { ...design, columns } });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  return exporter.fileOf(`e1.1.${ending}`);
};

it("a design's formulas and formats are in its files: computed as plain numbers in CSV and XML, shown in HTML", async () => {
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
