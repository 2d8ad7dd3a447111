import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { ReportDescription } from "#domain/export/report-description.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { ByteSink, ReportRow, ReportWriter } from "./writer.ts";

/** A text column called `key`, with changes. */
export const column = (key: string, changes: Partial<CompiledColumn> = {}): CompiledColumn => ({
  key,
  title: key,
  type: ColumnType.Text,
  valueKind: "text",
  identifier: false,
  total: "none",
  width: null,
  format: null,
  formula: null,
  ...changes,
});
export const numbers = (key: string, changes: Partial<CompiledColumn> = {}): CompiledColumn =>
  column(key, { type: ColumnType.Number, valueKind: "number", total: "sum", ...changes });

export const text = (value: string): Cell => ({ kind: "text", text: value });
export const number = (decimal: string): Cell => ({ kind: "number", decimal });
export const moment = (instant: string): Cell => ({ kind: "datetime", instant });
export const link = (...urls: string[]): Cell => ({ kind: "link", urls });
export const image = (...urls: string[]): Cell => ({ kind: "image", urls });

/** Rows, each its own order. */
export const rowsOf = (...cells: Cell[][]): ReportRow[] => cells.map((row) => ({ cells: row, startsOrder: true }));

/** A shop's number settings for writers. */
export const numbersOfShop = { moneyFormat: "{{amount}} EUR", currencyCode: "EUR", primaryLocale: "en" };

export const requestedAt = "2026-11-20T14:05:00Z";

/** Description of test files: all orders of November, without a filter. */
export const about: ReportDescription = {
  shop: "aurora-demo",
  zone: "Europe/Athens",
  requestedAt,
  days: { first: "2026-11-01", last: "2026-11-20" },
  chosen: 0,
  filter: null,
};

/** The file a writer makes of some rows, in batches of `batch`. */
export const fileOf = async (
  create: (sink: ByteSink) => ReportWriter,
  columns: readonly CompiledColumn[],
  rows: readonly ReportRow[],
  given: { title?: string; batch?: number; orders?: number; about?: Partial<ReportDescription> } = {},
): Promise<{ bytes: Buffer; contentHash: string | undefined }> => {
  const pieces: Buffer[] = [];
  const writer = create(async (bytes) => {
    pieces.push(Buffer.from(bytes));
  });
  await writer.begin({ title: given.title ?? "Sales", columns, about: { ...about, ...given.about }, split: false });
  const sheet = await writer.beginSheet({ name: null });
  const batch = given.batch ?? 500;
  for (let at = 0; at < rows.length; at += batch) await sheet.rows(rows.slice(at, at + batch));
  await sheet.end({ orders: given.orders ?? rows.filter((row) => row.startsOrder).length });
  const { contentHash } = await writer.end();
  return { bytes: Buffer.concat(pieces), contentHash };
};
