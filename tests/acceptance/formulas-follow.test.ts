import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CustomColumnCategory, FileType } from "#domain/enumerations.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { ReportColumn, ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { openExcel } from "#tests/support/read-report.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { fixedMoments } from "./scenario.ts";

/** Formulas of columns that move (ADR 52), over HTTP, as their files show them. */

let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "aurora-demo");
}, 90_000);
afterAll(() => sheaf?.stop());

const fileOf = async ({ id }: ReportWithColumns, fileType: FileType): Promise<Uint8Array> => {
  const requested = await generate(merchant, id, { range: { kind: "noFilter" }, fileType });
  return download(merchant, await waitForExport(merchant, requested.ReportExportId));
};
const rowsOf = async (design: ReportWithColumns): Promise<Record<string, string>[]> =>
  parse(await fileOf(design, FileType.Csv), { bom: true, record_delimiter: "\r\n", columns: true });
const saved = async (design: ReportWithColumns, columns: ReportColumn[]): Promise<ReportWithColumns> =>
  merchant.client.data<ReportWithColumns>("PUT", "reports/update", { ...design, columns });
/** Reads the design as the designer does when it opens or another tab reports a change. */
const reopened = ({ id }: ReportWithColumns): Promise<ReportWithColumns> =>
  merchant.client.data<ReportWithColumns>("GET", `reports/get/with-columns/${id}`);
const ofKey = ({ columns }: ReportWithColumns, key: string): ReportColumn => {
  const column = columns.find(({ Column }) => Column === key);
  if (column === undefined) throw new Error(`There is no column ${key}.`);
  return column;
};
const formulaIn = (design: ReportWithColumns) => ofKey(design, "Custom1").CustomColumn?.ExcelFormula?.Formula;

describe("a design with the formula Quantity × Price", () => {
  const begin = async () => {
    const made = await createDesign(merchant, { Columns: ["OrderNum", "Quantity", "Price", "Custom1"] });
    const CustomColumn = {
      Category: CustomColumnCategory.ExcelFormula,
      LocalStatus: null,
      ExcelFormula: { Formula: "=B1*C1" },
      Name: null,
    };
    const columns = made.columns.map((one) => (one.Column === "Custom1" ? { ...one, CustomColumn } : one));
    return saved(made, columns);
  };
  const worth = (rows: readonly Record<string, string>[]) => rows.map((row) => row["Custom 1"] ?? "");

  it("computes the same if columns are added or moved, and Excel gets the adjusted formula", async () => {
    const design = await begin();
    const before = worth(await rowsOf(design));
    expect(before.filter((cell) => Number(cell) > 0).length).toBeGreaterThan(100);
    const key = (one: string) => ({ ...ofKey(design, one), Visible: true });
    const moved = await saved(design, ["Price", "SKU", "OrderNum", "Custom1", "Quantity"].map(key));
    expect(formulaIn(moved)).toBe("=E1*A1");
    expect(formulaIn(await reopened(design))).toBe("=E1*A1");
    expect(worth(await rowsOf(moved))).toEqual(before);
    const book = await openExcel(await fileOf(moved, FileType.Excel));
    expect(book.worksheets[0]?.getCell("D3").formula).toBe("E3*A3");
    const { Items } = await merchant.client.data<HistoryPage>("GET", `reports/history?id=${design.id}`);
    expect(Items.map(({ Sentence }) => Sentence)).toContain(
      "Columns: added “SKU”. The formula of “Custom 1” follows its columns and now reads =E1*A1.",
    );
  });

  it("shows #REF! in every row while a column it refers to is hidden, and results once it is shown", async () => {
    const design = await begin();
    const before = worth(await rowsOf(design));
    const hidden = await saved(design, [{ ...ofKey(design, "Price"), Visible: false }]);
    expect(formulaIn(hidden)).toBe("=B1*[Price]1");
    expect(formulaIn(await reopened(design))).toBe("=B1*[Price]1");
    expect(ofKey(hidden, "Custom1").FormulaProblem).toBe(
      "It needs “Price”, which is hidden. Show the column, or change the formula.",
    );
    expect(new Set(worth(await rowsOf(hidden)))).toEqual(new Set(["#REF!"]));
    const book = await openExcel(await fileOf(hidden, FileType.Excel));
    expect(book.worksheets[0]?.getCell("C2").formula).toBe("#REF!");
    const shown = await saved(hidden, [{ ...ofKey(hidden, "Price"), Visible: true }]);
    expect(worth(await rowsOf(shown))).toEqual(before);
  });
});
