import { describe, expect, it } from "vitest";
import { DateRange, ExportStatus, FileType } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import {
  describeEnding,
  findJustEnded,
  findMissing,
  mergeJobs,
  runningIds,
  withCanceling,
  withNewJob,
  withRequested,
} from "../resources/exports/export-list.ts";
import { canRetry, describeExport, isEmpty, listExportDetails, needsLogIn, toExportView } from "./export-view.ts";
import { sizeText } from "./size-text.ts";

const job = (change: Partial<ExportJob> = {}): ExportJob => ({
  ReportExportId: "1",
  ReportTitle: "Untitled1",
  Filetype: FileType.Csv,
  Status: ExportStatus.Finished,
  Step: 0,
  MaxStep: 0,
  FailedReason: null,
  FailedCode: null,
  PublicUrl: "/files/t/a.csv",
  DateCreated: "2026-11-20T22:30:00.000Z",
  ExpiresAt: "2026-11-27T22:30:00.000Z",
  Expired: false,
  Erased: false,
  EmptyExpected: false,
  Filters: null,
  FilterTitle: null,
  ChosenOrders: 0,
  FileName: "Untitled1 2026-11-20 140000.csv",
  Bytes: 48_213,
  Orders: 12,
  Rows: 31,
  TestOrders: 0,
  ReplacedCharacters: 0,
  FailedPictures: 0,
  LeftPictures: 0,
  Unread: [],
  Late: [],
  GoneChosen: null,
  GoneCarried: [],
  Period: null,
  FormulaFaults: [],
  AgainUntil: "2026-12-27T10:05:00.000Z",
  Repeats: null,
  Compared: null,
  BySupport: false,
  KeptLonger: false,
  ...change,
});
const now = Date.parse("2026-11-21T10:00:00.000Z");
const running = (id: string, Status: number = ExportStatus.RetrieveOrders) =>
  job({ ReportExportId: id, Status, PublicUrl: null, Orders: null });
const athens = (it: ExportJob) => toExportView(it, "Europe/Athens");
const finished = (change: Partial<ExportJob>) => {
  const view = athens(job(change));
  if (view.kind !== "finished") throw new Error("It has no file.");
  return view;
};

describe("the list of exports", () => {
  it("polls for jobs with status 0 or at least 10, and doesn't poll if none is running", () => {
    const list = Object.values(ExportStatus).map((status) => job({ ReportExportId: String(status), Status: status }));
    expect(
      runningIds(list)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual([0, 10, 11, 12, 13, 14, 15, 16, 17, 50]);
    expect(runningIds([job(), job({ Status: ExportStatus.Failed })])).toEqual([]);
  });

  it("updates polled jobs, and keeps the others and the order", () => {
    const merged = mergeJobs(
      [running("a"), running("b")],
      [job({ ReportExportId: "b" }), job({ ReportExportId: "x" })],
    );
    expect(merged.map(({ ReportExportId, Status }) => [ReportExportId, Status])).toEqual([
      ["a", ExportStatus.RetrieveOrders],
      ["b", ExportStatus.Finished],
    ]);
  });

  it("shows a requested job on top, once", () => {
    const list = withNewJob([job({ ReportExportId: "a" })], running("b"));
    expect(list.map(({ ReportExportId }) => ReportExportId)).toEqual(["b", "a"]);
    expect(withNewJob(list, running("b"))).toHaveLength(2);
  });

  it("keeps a new job on top until the server's list has it", () => {
    const old = job({ ReportExportId: "a" });
    const idsOf = (jobs: ExportJob[]) => jobs.map(({ ReportExportId }) => ReportExportId);
    expect(idsOf(withRequested([old], [running("b")]))).toEqual(["b", "a"]);
    expect(withRequested([job({ ReportExportId: "b" }), old], [running("b")])[0]?.Status).toBe(ExportStatus.Finished);
    expect(idsOf(findMissing([old], [running("a"), running("b")]))).toEqual(["b"]);
  });

  it("shows Canceling at once, and the real status again if it can't be canceled", () => {
    const one = running("a");
    expect(withCanceling(one, new Set(["a"])).Status).toBe(ExportStatus.Canceling);
    expect(withCanceling(one, new Set()).Status).toBe(ExportStatus.RetrieveOrders);
    const ended = job({ ReportExportId: "a", Status: ExportStatus.Canceled });
    expect(withCanceling(ended, new Set(["a"])).Status).toBe(ExportStatus.Canceled);
  });

  it("announces jobs that ended since the last update", () => {
    const ended = findJustEnded(
      [running("a"), running("b"), job({ ReportExportId: "c" })],
      [job({ ReportExportId: "a" }), running("b"), job({ ReportExportId: "c" })],
    );
    expect(ended.map(describeEnding)).toEqual(["Untitled1 is ready"]);
  });
});

describe("an item of the panel", () => {
  it("shows its format, dates and filter", () => {
    const filters = (order_date_range: DateRange, from: string | null = null, to: string | null = null) => ({
      report_filter_id: "f",
      order_date_range,
      order_date_from: from,
      order_date_to: to,
    });
    const about = (change: Partial<ExportJob>) =>
      describeExport(job({ Filetype: FileType.Excel, ...change }), "Europe/Athens");
    const recent = filters(DateRange.thirtyDays);
    expect([
      about({ Filters: recent, FilterTitle: "Wholesale" }),
      about({ Filters: { ...recent, report_filter_id: null }, Filetype: FileType.Html }),
      about({ Filters: recent }),
      about({ Filters: filters(DateRange.custom, "2026-10-01", "2026-10-31"), FilterTitle: "Wholesale" }),
      about({ Filters: filters(DateRange.noFilter), FilterTitle: "B2B" }),
      about({ Filters: recent, ChosenOrders: 1, FilterTitle: "Wholesale" }),
      about({ Filters: { ...recent, report_filter_id: null }, ChosenOrders: 1250 }),
      about({}),
    ]).toEqual([
      "Excel · Last 30 days · Wholesale",
      "HTML · Last 30 days",
      "Excel · Last 30 days · filtered",
      "Excel · 1 – 31 Oct 2026 · Wholesale",
      "Excel · All orders · B2B",
      "Excel · 1 chosen order · Wholesale",
      "Excel · 1,250 chosen orders",
      "Excel",
    ]);
  });

  it("has an indeterminate bar while step and max step are 0, otherwise the percentage", () => {
    expect(athens(running("a"))).toEqual({ kind: "running", label: "Retrieve Orders", percent: null, canCancel: true });
    expect(athens({ ...running("a"), Step: 3, MaxStep: 12 })).toMatchObject({ percent: 25 });
    expect(athens({ ...running("a"), Step: 13, MaxStep: 12 })).toMatchObject({ percent: 100 });
  });

  it("cannot be canceled twice", () => {
    expect(athens(running("a", ExportStatus.Canceling))).toMatchObject({ label: "Canceling ...", canCancel: false });
  });

  it("shows the reason for a failure, and who canceled it", () => {
    const failed = job({ Status: ExportStatus.Failed, FailedReason: "The store refused.", PublicUrl: null });
    expect(athens(failed)).toEqual({ kind: "failed", reason: "The store refused." });
    expect(athens(job({ Status: ExportStatus.Canceled }))).toEqual({ kind: "canceled", text: "User canceled report" });
  });

  it("asks to log in again only if the store withdrew a permission or ended access", () => {
    const failed = (FailedCode: string | null) => job({ Status: ExportStatus.Failed, FailedCode, PublicUrl: null });
    expect(["reconnect-needed", "access-denied"].map((code) => needsLogIn(failed(code)))).toEqual([true, true]);
    for (const code of ["platform-unavailable", "attempts-lost", "internal", null])
      expect(needsLogIn(failed(code)), String(code)).toBe(false);
    expect(needsLogIn(job({ FailedCode: "access-denied" }))).toBe(false);
  });

  it("shows a finished file's date in the shop's time zone, with download and share", () => {
    expect(athens(job())).toEqual({
      kind: "finished",
      created: "2026/11/21 00:30",
      shared: "Anyone with the link can open it until 2026/11/28 00:30.",
      facts: ["12 orders", "48 kB"],
      notes: [],
      cautions: [],
      links: { download: "/files/t/a.csv?down=1", view: null, share: "/files/t/a.csv" },
    });
  });

  it("offers to view an HTML report instead", () => {
    expect(athens(job({ Filetype: FileType.Html }))).toMatchObject({
      links: { download: null, view: "/files/t/a.csv" },
    });
  });

  it("warns if an HTML report is too large for a browser, but not for other files", () => {
    const cautionsOf = (Filetype: FileType, Bytes: number) => finished({ Filetype, Bytes }).cautions.join();
    expect(cautionsOf(FileType.Html, 127_000_000)).toMatch(/browser may be slow or fail to open it\. Excel or CSV/);
    expect(cautionsOf(FileType.Html, 2_000_000)).toBe("");
    expect(cautionsOf(FileType.Csv, 127_000_000)).toBe("");
  });

  it("names orders that couldn't be read completely, with their columns, also in its details", () => {
    const Unread = [{ Order: "#1042", Columns: ["Total price"], MoreColumns: 2, LeftOut: false, HasId: true }];
    expect(finished({ Unread }).cautions).toEqual([
      "Order #1042: “Total price” and 2 more columns couldn't be read from your store. Cells that need it say so.",
    ]);
    expect(listExportDetails(job({ Unread }), "Europe/Athens", now)).toContainEqual({
      name: "Couldn't be read",
      text: "#1042 (“Total price”, 2 more columns)",
    });
  });

  it("counts chosen orders that the store no longer has, also in its details", () => {
    const GoneChosen = { Gone: 7, Of: 10 };
    expect(finished({ GoneChosen }).cautions).toEqual(["7 of the 10 chosen orders are no longer in the store."]);
    expect(listExportDetails(job({ GoneChosen }), "Europe/Athens", now)).toContainEqual({
      name: "No longer in the store",
      text: "7 of 10 chosen orders",
    });
  });

  it("says how many images are links, and why", () => {
    const said = (FailedPictures: number, LeftPictures = 0) => finished({ FailedPictures, LeftPictures }).cautions;
    expect(said(1)).toEqual(["1 picture couldn't be loaded. It's a link in the file."]);
    expect(said(12)).toEqual(["12 pictures couldn't be loaded. They're links in the file."]);
    expect(said(0, 1_300)).toEqual([
      "1,300 pictures didn't fit into the file, or took too long. They're links in the file.",
    ]);
    expect(said(0)).toEqual([]);
  });

  it("warns of characters that the encoding of a CSV file lacks", () => {
    const warned = (ReplacedCharacters: number) => finished({ ReplacedCharacters }).cautions;
    expect(warned(1)).toEqual(["1 character became “?”: the file's encoding doesn't have it."]);
    expect(warned(1_204)).toEqual(["1,204 characters became “?”: the file's encoding doesn't have them."]);
    expect(warned(0)).toEqual([]);
  });

  it("mentions test orders", () => {
    const notesOf = (TestOrders: number | null, Orders = 12) => finished({ TestOrders, Orders }).notes;
    expect([notesOf(3), notesOf(1), notesOf(12), notesOf(1, 1)].flat()).toEqual([
      "3 of these orders are test orders.",
      "1 of these orders is a test order.",
      "All of these are test orders.",
      "This is a test order.",
    ]);
    expect([notesOf(0), notesOf(null)].flat()).toEqual([]);
  });

  it("warns of columns whose formulas were wrong", () => {
    const FormulaFaults = [{ Column: "Margin", Reads: "#REF!", Problem: null }];
    expect(finished({ FormulaFaults }).cautions).toEqual(["1 formula column reads #REF!: “Margin”."]);
  });

  it("has details on demand: file, days, time zone, rows and expiry", () => {
    const Period = { From: "2026-09-30T21:00:00Z", To: "2026-10-31T22:00:00Z", Zone: "Europe/Athens" };
    expect(listExportDetails(job({ Period }), "Europe/Athens", now)).toEqual([
      { name: "File", text: "Untitled1 2026-11-20 140000.csv" },
      { name: "Orders of", text: "1 – 31 Oct 2026" },
      { name: "Time zone", text: "Europe/Athens" },
      { name: "Rows", text: "31" },
      { name: "Kept until", text: "2026/11/28 00:30" },
      { name: "Run again", text: "Until 2026/12/27 12:05" },
    ]);
    const namesOf = (change: Partial<ExportJob>) =>
      listExportDetails(job(change), "Europe/Athens", now).map(({ name }) => name);
    expect(namesOf({ Period, ChosenOrders: 2 })).toEqual(["File", "Time zone", "Rows", "Kept until", "Run again"]);
    expect(namesOf({ Rows: null, ExpiresAt: null, AgainUntil: null })).toEqual(["File"]);
  });

  it("says if support requested it, or had its file kept longer", () => {
    expect(describeExport(job({ BySupport: true }), "Europe/Athens")).toMatch(/ · requested by Sheaf support$/);
    expect(listExportDetails(job({ KeptLonger: true }), "Europe/Athens", now)).toContainEqual({
      name: "Kept by Sheaf support until",
      text: "2026/11/28 00:30",
    });
  });

  it("says when the file has expired", () => {
    const text = "The file was kept until 2026/11/28 00:30 and then removed.";
    expect(athens(job({ Expired: true, PublicUrl: null }))).toEqual({
      kind: "expired",
      created: "2026/11/21 00:30",
      text,
    });
  });

  it("says when the file was removed because a customer's data had to be erased", () => {
    expect(athens(job({ Expired: true, Erased: true, PublicUrl: null }))).toEqual({
      kind: "expired",
      created: "2026/11/21 00:30",
      text: "The file was removed because a customer's data had to be erased.",
    });
  });

  it("can be run again after any end, but not while it is being made", () => {
    const ended = [
      job({ Status: ExportStatus.Failed }),
      job({ Status: ExportStatus.Canceled }),
      job({ Expired: true, PublicUrl: null }),
      job(),
      running("a"),
    ];
    expect(ended.map((one) => canRetry(one, now))).toEqual([true, true, true, true, false]);
  });

  it("says how big its file is", () => {
    expect([1, 812, 1000, 48_213, 999_499, 999_500, 1_249_000, 48_000_000, 2_500_000_000].map(sizeText)).toEqual([
      "1 byte",
      "812 bytes",
      "1 kB",
      "48 kB",
      "999 kB",
      "1 MB",
      "1.2 MB",
      "48 MB",
      "2.5 GB",
    ]);
  });

  it("counts as empty without orders or rows, but not if only expected to be", () => {
    const jobs = [job({ Orders: 0, Rows: 0 }), job({ Rows: 0 }), job({ EmptyExpected: true }), job(), running("a")];
    expect(jobs.map(isEmpty)).toEqual([true, true, false, false, false]);
  });
});
