import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { openExcel, readHtml, readXml } from "#tests/support/read-report.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { fixedMoments } from "./scenario.ts";

/** The date format of the configuration, over HTTP: every preview and every file follows it. */

let sheaf: StartedSheaf;
let merchant: Merchant;
let reportId: string;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "aurora-demo");
  reportId = (await createDesign(merchant, { Columns: ["OrderNum", "OrderDate"] })).id;
}, 90_000);
afterAll(() => sheaf?.stop());

const setFormat = (UserDateFormat: number) => merchant.client.data("PUT", "configuration/update", { UserDateFormat });
const previewed = async (): Promise<string | undefined> => {
  const { Columns, Sheets } = await merchant.client.data<Preview>("GET", `reportData/design-data/${reportId}`);
  return Sheets[0]?.Rows[0]?.Cells[Columns.indexOf("OrderDate")] ?? undefined;
};
const ask = (fileType: FileType) => generate(merchant, reportId, { range: { kind: "thirtyDays" }, fileType });
const fetched = async ({ ReportExportId }: ExportJob) =>
  download(merchant, await waitForExport(merchant, ReportExportId));
const csvDate = (bytes: Buffer) => (parse(bytes, { bom: true, record_delimiter: "\r\n" }) as string[][])[1]?.[1];

/** The date of the newest order as each file shows it. For Excel, which stores a real date, its number format. */
const inFiles = async () => {
  const [csv, xml, html, excel] = await Promise.all(
    [FileType.Csv, FileType.Xml, FileType.Html, FileType.Excel].map(async (type) => fetched(await ask(type))),
  );
  if (!csv || !xml || !html || !excel) throw new Error("A file is missing.");
  const cell = (await openExcel(excel)).worksheets[0]?.getRow(2).getCell(2);
  // Signs that stand for themselves may have a backslash before them.
  const shown = cell?.numFmt.replaceAll("\\", "");
  return {
    csv: csvDate(csv),
    xml: readXml(xml).rows[0]?.[1],
    html: readHtml(html).rows[0]?.[1],
    excel: [shown, cell?.value instanceof Date],
  };
};

const parts = { 0: "YYYY/MM/DD", 1: "DD/MM/YYYY", 2: "MM/DD/YYYY" } as const;
/** `2026/11/19 14:05` in another of the formats. */
const formatParts = (first: string, format: keyof typeof parts): string => {
  const [, year = "", month = "", day = "", time = ""] = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d)$/.exec(first) ?? [];
  return `${parts[format].replace("YYYY", year).replace("MM", month).replace("DD", day)} ${time}`;
};

describe("The date format", () => {
  it("applies to previews and to files in every format as soon as it changes", async () => {
    const first = await previewed();
    if (first === undefined) throw new Error("The preview has no rows.");
    expect(first).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/);
    for (const format of [1, 2, 0] as const) {
      await setFormat(format);
      const wanted = formatParts(first, format);
      expect(await previewed()).toBe(wanted);
      const files = await inFiles();
      expect([files.csv, files.xml, files.html]).toEqual([wanted, wanted, wanted]);
      expect(files.excel).toEqual([`${parts[format].toLowerCase()} hh:mm`, true]);
    }
  });

  it("stays as it was when the report was requested", async () => {
    await setFormat(1);
    const requested = await ask(FileType.Csv);
    await setFormat(0);
    const made = csvDate(await fetched(requested));
    expect(made).toBe(formatParts((await previewed()) ?? "", 1));
  });
});
