import { columnByKey } from "#domain/columns/catalogue.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { compile } from "#domain/groupings/compile.ts";
import { createFinish } from "#domain/reports/finish.ts";
import { failpoint } from "#infra/app/failpoint.ts";
import type { PartWriter } from "#infra/ports/file-store.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import { createWriter } from "../create-writer.ts";
import { filterOrders } from "../orders/filter-orders.ts";
import { readOrders } from "../orders/read-orders.ts";
import type { ReportRow } from "../writer.ts";
import { createBreather } from "./breathe.ts";
import { createPartSink } from "./part-sink.ts";
import type { PeopleSink } from "./people-sink.ts";
import type { Progress } from "./progress.ts";

export type MadeFile = { bytes: number; contentHash: string; fileHash: string; orders: number; rows: number };

/** Rows that are handed to the writer together, so that no order is too big for the memory. */
const rowsAtOnce = 500;

/**
 * Writes the file of a frozen input into a part: orders → filter → rows → writer → part, a page at a time, whatever their number.
 * The same input and the same orders give the same bytes.
 * @throws {PlatformError} {CannotExport} and whatever the signal aborts with
 */
export const makeFile = async (options: {
  platform: Pick<StorePlatform, "orders">;
  input: FrozenInput;
  part: PartWriter;
  /** Told of every order that gets into the file. */
  people: PeopleSink;
  progress: Progress;
  /** Orders that will be read, 0 when nobody counted them. */
  expectedOrders: number;
  signal: AbortSignal;
}): Promise<MadeFile> => {
  const { platform, input, part, people, progress, signal } = options;
  const design = compile(input.design, columnByKey);
  const engine = design.createEngine();
  const finish = createFinish(design.oncePerOrder);
  const filter = filterOrders(input);
  const fields = [...new Set([...design.fields, ...filter.fields])].sort();
  const context = {
    period: { from: input.filters.from, to: input.filters.to },
    adminUrl: input.shop.adminUrl,
    ianaTimezone: input.shop.ianaTimezone,
  };
  const sink = createPartSink(part, signal);
  const writer = createWriter(input, sink.write);
  const breathe = createBreather(signal);
  // Steps count what is read, as the count beforehand did: a filter may drop most of it.
  let read = 0;
  let orders = 0;
  let rows = 0;
  let reached: ExportStatus = ExportStatus.RetrieveOrders;
  // Pages are fetched, formatted and written in turn: a merchant sees the furthest stage, which never goes back.
  const tell = (status: ExportStatus) => {
    if (status > reached) reached = status;
    const counted = options.expectedOrders > 0 ? Math.max(options.expectedOrders, read) : 0;
    progress.report(reached, counted === 0 ? 0 : read, counted);
  };
  const write = async (batch: ReportRow[]): Promise<void> => {
    await writer.rows(batch);
    rows += batch.length;
  };

  tell(ExportStatus.RetrieveOrders);
  await writer.begin({ title: input.design.title, columns: design.columns, requestedAt: input.requestedAt });
  for await (const page of readOrders({ platform, input, fields, signal })) {
    failpoint("export:after-page");
    tell(ExportStatus.FormatData);
    let batch: ReportRow[] = [];
    for (const order of page.orders) {
      await breathe();
      const kept = filter.keep(order);
      if (kept === undefined) continue;
      orders += 1;
      people.note(kept.order);
      for (const row of engine.add(order, kept.lines, context)) batch.push(finish(row));
      if (batch.length >= rowsAtOnce) {
        await write(batch);
        batch = [];
      }
    }
    tell(ExportStatus.ConstructReport);
    await write(batch);
    await people.flush();
    read += page.found;
    failpoint("export:mid-file");
    tell(ExportStatus.AddData);
  }
  const { contentHash } = await writer.end({ orders });
  tell(ExportStatus.UploadReport);
  const { bytes, fileHash } = sink.summary();
  return { bytes, contentHash: contentHash ?? fileHash, fileHash, orders, rows };
};
