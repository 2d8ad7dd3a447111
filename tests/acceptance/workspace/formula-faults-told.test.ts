import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CustomColumnCategory, Frequency } from "#domain/enumerations.ts";
import { noFeature } from "#domain/shop/features-for-tests.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { ReportColumn, ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

let sheaf: Automated;
let reportId: string;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20));
  const [base] = (await sheaf.workspace()).reports;
  if (!base) throw new Error("There is no report design.");
  ({ reportId } = base);
  const wanted = { "columns.Custom1.visible": true, "columns.Custom1.title": "Margin" };
  const order = [...base.shown, "Custom1"];
  await sheaf.onWorkspace({ type: "UpdateReportDesign", reportId, base, wanted, order, features: noFeature });
  await saveAsBefore("=SUM(A1,B1");
});
afterEach(() => sheaf.close());

/** Saves a formula as an earlier version of Sheaf did. */
const saveAsBefore = async (formula: string): Promise<void> => {
  const { eventStore } = sheaf.web;
  const stream = `workspace-${sheaf.tenant}`;
  const last = (await eventStore.readStream(stream)).at(-1);
  if (!last) throw new Error("There is no workspace.");
  const to = { category: CustomColumnCategory.ExcelFormula, formula };
  const data = { reportId, column: "Custom1", from: null, to };
  const event = { id: randomUUID(), type: "CustomColumnChanged", data, metadata: last.metadata };
  await eventStore.appendToStream(stream, [event], { expectedVersion: last.version });
};

const problem = "Excel cannot read this formula. Look for a missing bracket, operator or argument.";
const said = `The formula of “Margin” doesn't work: ${problem}`;
const fault = { Column: "Margin", Reads: "(not a formula)", Problem: problem };

it("a saved formula that Excel can't read is named in the design, the export, the e-mail and the history", async () => {
  const merchant = await sheaf.merchant();
  const { data: design } = await merchant.call<ReportWithColumns>("GET", `reports/get/with-columns/${reportId}`);
  expect(design.columns.find(({ Column }) => Column === "Custom1")?.FormulaProblem).toBe(problem);

  const UserOrderFilters = { report_filter_id: null, order_date_range: 0, order_date_from: null, order_date_to: null };
  const asked = { ReportId: reportId, FileType: 1, UserOrderFilters, SelectedOrderIds: [], EmptyExpected: false };
  const { data: job } = await merchant.call<ExportJob>("POST", "reporting/generateReport", asked);
  expect(job.FormulaFaults).toEqual([fault]);
  const { data: listed } = await merchant.call<ExportJob[]>("GET", "reporting/getExportList");
  expect(listed[0]?.FormulaFaults).toEqual([fault]);

  const id = await sheaf.automate({ frequency: Frequency.Daily });
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  expect(sheaf.mail.sent[0]?.text.split("\n\n")).toContain(said);
  expect((await sheaf.historyOf(id))[0]).toMatchObject({ Outcome: "delivered", FormulaFaults: [fault] });
});

it("a saved formula that Excel can't read is kept, adjusted to moved columns, and restored", async () => {
  const merchant = await sheaf.merchant();
  const read = async () => (await merchant.call<ReportWithColumns>("GET", `reports/get/with-columns/${reportId}`)).data;
  const formulaIn = ({ columns }: ReportWithColumns) =>
    columns.find(({ Column }) => Column === "Custom1")?.CustomColumn?.ExcelFormula?.Formula;
  const save = async (change: (columns: ReportColumn[]) => ReportColumn[]) => {
    const design = await read();
    return merchant.call<ReportWithColumns>("PUT", "reports/update", { ...design, columns: change(design.columns) });
  };
  const renamed = await save((columns) =>
    columns.map((one) => (one.Column === "Custom1" ? { ...one, Title: "Profit" } : one)),
  );
  expect([renamed.status, formulaIn(renamed.data)]).toEqual([200, "=SUM(A1,B1"]);
  const moved = await save(([first, ...others]) => others.toSpliced(1, 0, ...(first ? [first] : [])));
  expect([moved.status, formulaIn(moved.data)]).toEqual([200, "=SUM(B1,A1"]);

  const mended = {
    Category: CustomColumnCategory.ExcelFormula,
    LocalStatus: null,
    ExcelFormula: { Formula: "=SUM(B1,A1)" },
    Name: null,
  };
  await save((columns) => columns.map((one) => (one.Column === "Custom1" ? { ...one, CustomColumn: mended } : one)));
  expect(formulaIn(await read())).toBe("=SUM(B1,A1)");
  const { data: history } = await merchant.call<HistoryPage>("GET", `reports/history?id=${reportId}`);
  const before = history.Items.find(({ Sentence }) => Sentence.includes("follows its columns"));
  const back = await merchant.call("POST", "reports/restore", { id: reportId, version: before?.Version });
  expect(back.status).toBe(200);
  expect(formulaIn(await read())).toBe("=SUM(B1,A1");
});
