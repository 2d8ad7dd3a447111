import { type ReadStatuses, withStatuses } from "#application/local-status/read-statuses.ts";
import { createBreather } from "#application/process/breathe.ts";
import { failpoint } from "#application/process/failpoint.ts";
import type { ReportRow, ReportWriter, SheetHandle } from "#application/writing/writer.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { aboutReport } from "#domain/export/about-report.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { PicturesTold } from "#domain/export/pictures-told.ts";
import type { Unforeseen } from "#domain/formulas/compute-rows.ts";
import type { Spilling } from "#domain/holding/spool.ts";
import type { Order } from "#domain/orders/order.ts";
import { namelessOrder } from "#domain/orders/unread.ts";
import type { ReportSheet } from "#domain/reports/report.ts";
import { lateNotes, type UnreadOrder, unreadNotes } from "#domain/reports/unread-orders.ts";
import { mostUnread, type StorePlatform, TooManyUnread } from "#infra/ports/store-platform.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { createWriter } from "../create-writer.ts";
import { faultOfOrder } from "../orders/odd-order.ts";
import { readOrders } from "../orders/read-orders.ts";
import type { PictureBounds } from "../pictures/bounds.ts";
import { createPicturesOfFile } from "../pictures/pictures-of-file.ts";
import type { PictureSource } from "../pictures/source.ts";
import { notingRows } from "../rows/noting-rows.ts";
import type { RowsSink } from "../rows/rows-sink.ts";
import { askedOfPlatform, partsOf } from "./asked-of-platform.ts";
import { OrdersUnread } from "./failure.ts";
import { createPartSink } from "./part-sink.ts";
import { type PeopleSink, peopleFields } from "./people-sink.ts";
import type { Progress } from "./progress.ts";
import { refuseTooManySheets } from "./sheets-at-most.ts";

export type MadeFile = {
  bytes: number;
  contentHash: string;
  fileHash: string;
  orders: number;
  rows: number;
  testOrders: number;
  /** See `ReportWriter.end`. */
  replacedCharacters?: number;
  pictures?: PicturesTold;
  /** Orders that the platform failed to give in full; absent if it gave all. */
  unread?: UnreadOrder[];
  /** Names of orders that an earlier report lacked and this one contains; absent if there are none. */
  late?: string[];
};

/**
 * Treatment of an order that cannot be read in full (ADR 107). `mark`: its cells say so. `leave-out`: the file lacks
 * it. `refuse`: no file, unless all such orders were carried from the report before.
 */
export type OnUnread = "mark" | "leave-out" | "refuse";

/** Rows per batch for the writer. Keeps large orders out of memory, and progress moving if formulas are slow. */
const rowsAtOnce = 50;

/**
 * Writes the file of a frozen input into a part: orders → filter → stages of the report → writer → part, page by page.
 * Sorted and product rows follow the last order. The same input and orders give the same bytes.
 * @throws {PlatformError} {OrdersUnread} {OddOrder} {CannotExport} {FileTooLarge} and the signal's reason
 */
export const makeFile = async (options: {
  platform: Pick<StorePlatform, "orders">;
  /** Reads orders by id that the report before left out; default: `platform`. */
  pages?: Pick<StorePlatform, "orders">;
  input: FrozenInput;
  part: PartWriter;
  /** Records the people of every order in the file. */
  people: Pick<PeopleSink, "note" | "flush">;
  /** Reads local statuses; only called if the report shows them. */
  statuses: ReadStatuses;
  /** Receives every row as it is written, before formulas are computed. */
  rows?: RowsSink;
  progress: Progress;
  /** Number of orders to read; 0 if unknown. */
  expectedOrders: number;
  /** Maximum size of the file, bytes. */
  bytesAtMost: number;
  /** Source and limits of pictures; without it they are links. */
  pictures?: { source: PictureSource; bounds: PictureBounds } | undefined;
  /** Called for formulas that failed for an unknown reason. */
  unforeseen?: Unforeseen;
  /** Default: `mark`. */
  onUnread?: OnUnread;
  /** Storage for rows beyond memory. The file has the same bytes in any case. */
  spilling: Omit<Spilling, "breathe">;
  signal: AbortSignal;
}): Promise<MadeFile> => {
  const { platform, input, part, people, progress, onUnread = "mark", signal } = options;
  const breathe = createBreather(signal);
  const { report, filter, fields, needed } = askedOfPlatform(input, { ...options.spilling, breathe });
  const sink = createPartSink(part, signal, options.bytesAtMost);
  const pictures =
    options.pictures && createPicturesOfFile({ ...options.pictures, signal, onFetch: () => tellDownloading() });
  const writer = notingRows(options.rows, createWriter(input, sink, breathe, options.unforeseen, pictures));
  // Steps count orders read, as the count beforehand did: a filter may drop most of them.
  let read = 0;
  let orders = 0;
  let testOrders = 0;
  let rows = 0;
  const unread: UnreadOrder[] = [];
  const late: string[] = [];
  const carried = new Set(input.carriedOrderIds);
  let reached: ExportStatus = ExportStatus.RetrieveOrders;
  let told = { step: 0, orders: 0 };
  const parts = partsOf(report);
  const advance = (status: ExportStatus, step: number, orders: number) => {
    if (status > reached) reached = status;
    told = { step, orders };
    progress.report(reached, orders === 0 ? 0 : step, orders * parts);
  };
  // Pages are fetched, formatted and written in turn. A merchant sees the furthest stage, which never goes back.
  const tell = (status: ExportStatus, ofPage = 0) => {
    const step = read + ofPage;
    advance(status, step, options.expectedOrders > 0 ? Math.max(options.expectedOrders, step) : 0);
  };
  const tellDownloading = () => advance(ExportStatus.DownloadingImages, told.step, told.orders);
  /** Progress of writing held rows. `part`: fraction from 0 to 1. */
  const tellWriting = (status: ExportStatus, part: number) => {
    const counted = Math.max(options.expectedOrders, read);
    advance(status, counted + Math.floor(counted * part), counted);
  };

  tell(ExportStatus.RetrieveOrders);
  const { columns, split } = report;
  await writer.begin({ title: input.design.title, columns, about: aboutReport(input), split });
  const only = report.streams ? await writer.beginSheet({ name: null }) : undefined;
  const write = async (batch: ReportRow[], sheet: SheetHandle | undefined): Promise<void> => {
    await sheet?.rows(batch);
    rows += batch.length;
  };
  /** Rows of an order, if the filter keeps it. */
  const rowsOf = (order: Order): ReportRow[] | Promise<ReportRow[]> => {
    const explained = (error: unknown): never => {
      throw faultOfOrder(error, order, [...fields, ...peopleFields]);
    };
    try {
      const unreadOrder = report.unreadOf(order, filter.fields);
      const kept = unreadOrder?.leftOut ? undefined : filter.keep(order);
      if (unreadOrder && (unreadOrder.leftOut || kept))
        unread.push(onUnread === "mark" ? unreadOrder : { ...unreadOrder, leftOut: true });
      if (unreadOrder?.leftOut) report.leaveOut(order);
      else if (unreadOrder && kept && onUnread !== "mark") report.leaveOut(order, kept.lines);
      if (kept === undefined || (unreadOrder && onUnread !== "mark")) return [];
      orders += 1;
      if (carried.has(order.id)) late.push(order.name ?? namelessOrder);
      if (kept.order.test === true) testOrders += 1;
      people.note(kept.order);
      const added = report.add(order, kept.lines);
      return Array.isArray(added) ? added : added.catch(explained);
    } catch (error) {
      return explained(error);
    }
  };
  const { pages = platform } = options;
  for await (const page of readOrders({ platform, pages, input, fields, needed, signal })) {
    failpoint("export:after-page");
    tell(ExportStatus.FormatData);
    const found = report.readsLocalStatus ? await withStatuses(options.statuses, page.orders) : page.orders;
    let batch: ReportRow[] = [];
    let at = 0;
    for (const order of found) {
      at += 1;
      // Await only real promises: one per order would be too many.
      const pause = breathe();
      if (pause) await pause;
      const added = rowsOf(order);
      for (const row of Array.isArray(added) ? added : await added) batch.push(row);
      if (batch.length >= rowsAtOnce) {
        await write(batch, only);
        batch = [];
        tell(ExportStatus.FormatData, at);
      }
    }
    tell(report.streams ? ExportStatus.ConstructReport : ExportStatus.FormatData, found.length);
    await write(batch, only);
    await people.flush();
    read += page.found;
    failpoint("export:mid-file");
    tell(report.streams ? ExportStatus.AddData : ExportStatus.FormatData);
  }
  refuseUnread(unread, carried, onUnread);
  const leftOut = unread.some((one) => one.leftOut);
  await only?.end({ orders, leftOut });
  if (!report.streams) {
    tellWriting(ExportStatus.ConstructReport, 0);
    // If rows were spilled, sorting them is the first half of writing.
    let sorting = 0;
    const tellSorting = (part: number) => {
      sorting = part / 2;
      tellWriting(ExportStatus.ConstructReport, sorting);
    };
    const sheets = await report.sheets(tellSorting);
    failpoint("export:sorted");
    const tellRows = (part: number) => tellWriting(ExportStatus.AddData, sorting + (1 - sorting) * part);
    rows += await writeHeld(sheets, { fileType: input.fileType, writer, tellRows, leftOut, breathe });
  }
  const { contentHash, ...more } = await writer.end([...unreadNotes(unread), ...lateNotes(late)]);
  if (report.streams) tell(ExportStatus.UploadReport);
  else tellWriting(ExportStatus.UploadReport, 1);
  const { bytes, fileHash } = sink.summary();
  const facts = { ...more, ...(unread.length > 0 && { unread }), ...(late.length > 0 && { late }) };
  return { bytes, contentHash: contentHash ?? fileHash, fileHash, orders, rows, testOrders, ...facts };
};

/**
 * Carried orders had all the tries of the run before, so they refuse nothing.
 * @throws {OrdersUnread} {PlatformError}
 */
const refuseUnread = (unread: readonly UnreadOrder[], carried: ReadonlySet<string>, onUnread: OnUnread): void => {
  const fresh = unread.filter(({ id }) => !carried.has(id));
  if (fresh.length > mostUnread) throw new TooManyUnread(`${fresh.length} orders`);
  if (onUnread === "refuse" && fresh.length > 0) throw new OrdersUnread(fresh);
};

/**
 * Writes the held worksheets one after the other. Returns their number of rows. `tellRows`: called with the fraction
 * written, from 0 to 1.
 */
const writeHeld = async (
  sheets: readonly ReportSheet[],
  {
    fileType,
    writer,
    tellRows,
    leftOut,
    breathe,
  }: {
    fileType: FrozenInput["fileType"];
    writer: ReportWriter;
    tellRows: (part: number) => void;
    leftOut: boolean;
    breathe: () => Promise<void> | void;
  },
): Promise<number> => {
  let rows = 0;
  refuseTooManySheets(fileType, sheets.length);
  const all = sheets.reduce((sum, { held }) => sum + held, 0);
  for (const { name, orders, rows: finished } of sheets) {
    const sheet = await writer.beginSheet({ name });
    let batch: ReportRow[] = [];
    for await (const row of finished()) {
      await breathe();
      batch.push(row);
      rows += 1;
      if (batch.length < rowsAtOnce) continue;
      await sheet.rows(batch);
      batch = [];
      failpoint("export:mid-rows");
      tellRows(rows / all);
    }
    await sheet.rows(batch);
    await sheet.end({ orders, leftOut });
    if (all > 0) tellRows(rows / all);
  }
  return rows;
};
