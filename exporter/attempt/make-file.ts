import { type ReadStatuses, withStatuses } from "#application/local-status/read-statuses.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import type { ReportRow, ReportWriter, SheetHandle } from "#application/writing/writer.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { PictureResults } from "#domain/export/picture-results.ts";
import { describeReport } from "#domain/export/report-description.ts";
import type { SpillOptions } from "#domain/external-sort/spool.ts";
import type { OnUnexpectedError } from "#domain/formulas/compute-rows.ts";
import type { Order } from "#domain/orders/order.ts";
import { namelessOrder } from "#domain/orders/unread.ts";
import { describeGoneCarried, describeGoneChosen, type GoneChosen } from "#domain/reports/gone-orders.ts";
import type { ReportSheet } from "#domain/reports/report.ts";
import { describeLateOrders, describeUnreadOrders, type UnreadOrder } from "#domain/reports/unread-orders.ts";
import { maxUnreadOrders, type StorePlatform, TooManyUnread } from "#infra/ports/store-platform.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { createWriter } from "../create-writer.ts";
import { explainOrderError } from "../orders/malformed-order.ts";
import { parseOrderNumber } from "../orders/order-ids.ts";
import { readOrders } from "../orders/read-orders.ts";
import type { PictureLimits } from "../pictures/picture-limits.ts";
import { createPicturesOfFile } from "../pictures/pictures-of-file.ts";
import type { PictureSource } from "../pictures/source.ts";
import type { WaitPermit } from "../pictures/wait-permits.ts";
import type { RowsSink } from "../rows/rows-sink.ts";
import { withRowRecording } from "../rows/with-row-recording.ts";
import { compileInput, countProgressParts } from "./compile-input.ts";
import { OrdersUnread } from "./failure.ts";
import { createPartSink } from "./part-sink.ts";
import { type PeopleSink, peopleFields } from "./people-sink.ts";
import type { Progress } from "./progress.ts";
import { refuseTooManySheets } from "./refuse-too-many-sheets.ts";

export type MadeFile = {
  bytes: number;
  contentHash: string;
  fileHash: string;
  orders: number;
  rows: number;
  testOrders: number;
  replacedCharacters?: number;
  pictures?: PictureResults;
  /** Orders that the platform did not return in full. */
  unread?: UnreadOrder[];
  /** Names of orders that an earlier report lacked. */
  late?: string[];
  /** Chosen orders that the store no longer has. */
  goneChosen?: GoneChosen;
  /** Names of orders that an earlier report lacked and the store no longer has. */
  goneCarried?: string[];
};

/**
 * Treatment of orders that can't be read in full (ADR 107). `mark`: cells say so. `leave-out`: the file lacks them.
 * `refuse`: no file, unless the report before lacked all of them.
 */
export type OnUnread = "mark" | "leave-out" | "refuse";

/** Rows written at once: bounds memory with large orders, and keeps progress moving with slow formulas. */
const rowsPerBatch = 50;

/**
 * Writes a frozen input's file page by page: orders → filter → stages → writer → part. Sorted and product rows follow
 * the last order. The bytes depend only on input and orders.
 * @throws {PlatformError} {OrdersUnread} {MalformedOrder} {CannotExport} {FileTooLarge} and the signal's reason
 */
export const makeFile = async (options: {
  platform: Pick<StorePlatform, "streamOrders">;
  /** Source of the orders that the report before left out; default: `platform`. */
  pages?: Pick<StorePlatform, "streamOrders">;
  input: FrozenInput;
  part: PartWriter;
  people: Pick<PeopleSink, "record" | "flush">;
  statuses: ReadStatuses;
  /** Receives every row before its formulas are computed. */
  rows?: RowsSink;
  progress: Progress;
  /** Orders to read; 0 if unknown. */
  expectedOrders: number;
  /** Largest file, bytes. */
  bytesAtMost: number;
  /** Without it pictures are links. */
  pictures?: { source: PictureSource; bounds: PictureLimits; waitPermit?: WaitPermit | undefined } | undefined;
  onUnexpectedError?: OnUnexpectedError;
  onUnread?: OnUnread;
  /** Storage beyond memory; doesn't affect the file's bytes. */
  spilling: Omit<SpillOptions, "yieldToEventLoop">;
  signal: AbortSignal;
}): Promise<MadeFile> => {
  const { platform, input, part, people, progress, onUnread = "mark", signal } = options;
  const yieldToEventLoop = createYieldToEventLoop(signal);
  const { report, filter, fields, requiredFields } = compileInput(input, { ...options.spilling, yieldToEventLoop });
  const sink = createPartSink(part, signal, options.bytesAtMost);
  const pictures =
    options.pictures && createPicturesOfFile({ ...options.pictures, signal, onFetch: () => reportDownloading() });
  const writer = withRowRecording(
    options.rows,
    createWriter(input, sink, yieldToEventLoop, options.onUnexpectedError, pictures),
  );
  // Progress counts the orders read, as the count beforehand does: a filter may drop most of them.
  let ordersRead = 0;
  let orders = 0;
  let testOrders = 0;
  let rows = 0;
  const unread: UnreadOrder[] = [];
  const late: string[] = [];
  const gone: string[] = [];
  const carried = new Set(input.carriedOrderIds);
  let reached: ExportStatus = ExportStatus.RetrieveOrders;
  let reported = { step: 0, orders: 0 };
  const parts = countProgressParts(report);
  const advance = (status: ExportStatus, step: number, orders: number) => {
    if (status > reached) reached = status;
    reported = { step, orders };
    progress.report(reached, orders === 0 ? 0 : step, orders * parts);
  };
  // Pages are fetched, formatted and written in turn. Merchants see the furthest stage, which never goes back.
  const reportProgress = (status: ExportStatus, ofPage = 0) => {
    const step = ordersRead + ofPage;
    advance(status, step, options.expectedOrders > 0 ? Math.max(options.expectedOrders, step) : 0);
  };
  const reportDownloading = () => advance(ExportStatus.DownloadingImages, reported.step, reported.orders);
  /** `fraction`: of the held rows, written so far. */
  const reportWriting = (status: ExportStatus, fraction: number) => {
    const counted = Math.max(options.expectedOrders, ordersRead);
    advance(status, counted + Math.floor(counted * fraction), counted);
  };

  reportProgress(ExportStatus.RetrieveOrders);
  const { columns, split } = report;
  await writer.begin({ title: input.design.title, columns, about: describeReport(input), split });
  const only = report.streams ? await writer.beginSheet({ name: null }) : undefined;
  const write = async (batch: ReportRow[], sheet: SheetHandle | undefined): Promise<void> => {
    await sheet?.rows(batch);
    rows += batch.length;
  };
  const rowsOf = (order: Order): ReportRow[] | Promise<ReportRow[]> => {
    const explained = (error: unknown): never => {
      throw explainOrderError(error, order, [...fields, ...peopleFields]);
    };
    try {
      if (filter.isOutsidePeriod(order)) return [];
      const unreadOrder = report.listUnread(order, filter.fields);
      const included = unreadOrder?.leftOut ? undefined : filter.select(order);
      if (unreadOrder && (unreadOrder.leftOut || included))
        unread.push(onUnread === "mark" ? unreadOrder : { ...unreadOrder, leftOut: true });
      if (unreadOrder?.leftOut) report.leaveOut(order);
      else if (unreadOrder && included && onUnread !== "mark") report.leaveOut(order, included.lines);
      if (included === undefined || (unreadOrder && onUnread !== "mark")) return [];
      orders += 1;
      if (carried.has(order.id)) late.push(order.name ?? namelessOrder);
      if (included.order.test === true) testOrders += 1;
      people.record(included.order);
      const added = report.add(order, included.lines);
      return Array.isArray(added) ? added : added.catch(explained);
    } catch (error) {
      return explained(error);
    }
  };
  const { pages = platform } = options;
  for await (const page of readOrders({ platform, pages, input, fields, requiredFields, signal })) {
    failpoint("export:after-page");
    reportProgress(ExportStatus.FormatData);
    const found = report.readsLocalStatus ? await withStatuses(options.statuses, page.orders) : page.orders;
    let batch: ReportRow[] = [];
    let at = 0;
    for (const order of found) {
      at += 1;
      // Awaits only real promises: one for each order would take too long.
      const pause = yieldToEventLoop();
      if (pause) await pause;
      const added = rowsOf(order);
      for (const row of Array.isArray(added) ? added : await added) batch.push(row);
      if (batch.length >= rowsPerBatch) {
        await write(batch, only);
        batch = [];
        reportProgress(ExportStatus.FormatData, at);
      }
    }
    reportProgress(report.streams ? ExportStatus.ConstructReport : ExportStatus.FormatData, found.length);
    await write(batch, only);
    await people.flush();
    gone.push(...(page.gone ?? []));
    ordersRead += page.found;
    failpoint("export:mid-file");
    reportProgress(report.streams ? ExportStatus.AddData : ExportStatus.FormatData);
  }
  refuseUnread(unread, carried, onUnread);
  const leftOut = unread.some((one) => one.leftOut);
  await only?.end({ orders, leftOut });
  if (!report.streams) {
    reportWriting(ExportStatus.ConstructReport, 0);
    // Sorting spilled rows is the first half of writing.
    let sorting = 0;
    const reportSorting = (part: number) => {
      sorting = part / 2;
      reportWriting(ExportStatus.ConstructReport, sorting);
    };
    const sheets = await report.sheets(reportSorting);
    failpoint("export:sorted");
    const reportRows = (part: number) => reportWriting(ExportStatus.AddData, sorting + (1 - sorting) * part);
    rows += await writeHeldSheets(sheets, {
      fileType: input.fileType,
      writer,
      reportRows,
      leftOut,
      yieldToEventLoop,
    });
  }
  const goneFacts = toGoneFacts(gone, input);
  const { contentHash, ...more } = await writer.end([
    ...describeUnreadOrders(unread),
    ...describeLateOrders(late),
    ...describeGoneChosen(goneFacts.goneChosen),
    ...describeGoneCarried(goneFacts.goneCarried),
  ]);
  if (report.streams) reportProgress(ExportStatus.UploadReport);
  else reportWriting(ExportStatus.UploadReport, 1);
  const { bytes, fileHash } = sink.summary();
  const facts = { ...more, ...(unread.length > 0 && { unread }), ...(late.length > 0 && { late }), ...goneFacts };
  return { bytes, contentHash: contentHash ?? fileHash, fileHash, orders, rows, testOrders, ...facts };
};

/** Chosen and carried orders never occur in one export. */
const toGoneFacts = (
  gone: readonly string[],
  { selectedOrderIds, carriedNames }: FrozenInput,
): Pick<MadeFile, "goneChosen" | "goneCarried"> => {
  if (gone.length === 0) return {};
  if (selectedOrderIds.length === 0) return { goneCarried: gone.map((id) => carriedNames?.[id] ?? namelessOrder) };
  return { goneChosen: { gone: gone.length, of: new Set(selectedOrderIds.map(parseOrderNumber)).size } };
};

/**
 * Rejects a file for unread orders. Carried orders don't count: they used up their tries in the run before.
 * @throws {OrdersUnread} {PlatformError}
 */
const refuseUnread = (unread: readonly UnreadOrder[], carried: ReadonlySet<string>, onUnread: OnUnread): void => {
  const fresh = unread.filter(({ id }) => !carried.has(id));
  if (fresh.length > maxUnreadOrders) throw new TooManyUnread(`${fresh.length} orders`);
  if (onUnread === "refuse" && fresh.length > 0) throw new OrdersUnread(fresh);
};

/** Writes the held worksheets in turn. Returns their row count. `reportRows` receives fractions. */
const writeHeldSheets = async (
  sheets: readonly ReportSheet[],
  {
    fileType,
    writer,
    reportRows,
    leftOut,
    yieldToEventLoop,
  }: {
    fileType: FrozenInput["fileType"];
    writer: ReportWriter;
    reportRows: (part: number) => void;
    leftOut: boolean;
    yieldToEventLoop: () => Promise<void> | void;
  },
): Promise<number> => {
  let rows = 0;
  refuseTooManySheets(fileType, sheets.length);
  const totalRows = sheets.reduce((sum, { held }) => sum + held, 0);
  for (const { name, orders, unread, rows: finished } of sheets) {
    const sheet = await writer.beginSheet({ name, unread });
    let batch: ReportRow[] = [];
    for await (const row of finished()) {
      await yieldToEventLoop();
      batch.push(row);
      rows += 1;
      if (batch.length < rowsPerBatch) continue;
      await sheet.rows(batch);
      batch = [];
      failpoint("export:mid-rows");
      reportRows(rows / totalRows);
    }
    await sheet.rows(batch);
    await sheet.end({ orders, leftOut });
    if (totalRows > 0) reportRows(rows / totalRows);
  }
  return rows;
};
