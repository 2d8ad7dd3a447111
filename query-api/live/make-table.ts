import { ApiError } from "#application/http/api-error.ts";
import { logFormulaError } from "#application/process/log-formula-error.ts";
import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import { withFormulas } from "#application/writing/formula-cells.ts";
import { createHtmlTables } from "#application/writing/html/html-tables.ts";
import { withLetterOptions } from "#application/writing/letter-options.ts";
import { escapeHtmlAttribute } from "#application/writing/markup/escape.ts";
import type { ReportRow, ReportWriter, SheetHandle } from "#application/writing/writer.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import type { CellContext } from "#domain/columns/definition.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { FileType } from "#domain/enumerations.ts";
import type { IncludedOrder } from "#domain/export/orders-filter.ts";
import { MemoryLimitExceeded } from "#domain/external-sort/memory-budget.ts";
import { FormulaMemoryLimitExceeded } from "#domain/formulas/row-limits.ts";
import { combinesOrders } from "#domain/groupings/row-unit.ts";
import { maxComfortableColumns, maxFittingColumns } from "#domain/html/style.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { listSlowColumns } from "#domain/reports/preview-columns.ts";
import { createReport, type Report, type ReportDesign } from "#domain/reports/report.ts";
import { summarizeUnreadOrders } from "#domain/reports/unread-orders.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createCellContext } from "../report-data/cell-context.ts";
import { type GatheredOrders, maxLiveOrders } from "./gather-orders.ts";
import { createLiveTableHooks } from "./live-table-hooks.ts";

type Deps = Pick<QueryApiDeps, "config" | "log">;

const rowsAtOnce = 50;

/** Says whether the rows show local statuses or could; undefined for rows that combine orders. */
const localStatusFact = (
  columns: Report["columns"],
  { grouping }: Pick<ReportDesign, "grouping">,
): "shown" | "missing" | undefined => {
  if (combinesOrders(grouping)) return undefined;
  return columns.some(({ key }) => key === "LocalStatus") ? "shown" : "missing";
};

/** Stages of a live report, which are those of its file. `period`: [from, to). */
export const liveReport = (
  deps: Pick<Deps, "config">,
  { design, account }: { design: ReportDesign; account: AuthorizedShop },
  period: CellContext["period"],
): Report =>
  createReport({
    design,
    columnByKey,
    context: createCellContext(deps, account, period),
    locale: account.profile.primaryLocale,
  });

const createText = () => {
  const pieces: string[] = [];
  return { add: (text: string) => void pieces.push(text), isFull: () => false, flush: async () => {}, pieces };
};

const attributes = (values: Readonly<Record<string, string | number | boolean | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` data-${name}="${escapeHtmlAttribute(String(value))}"`))
    .join("");

/** Maps errors to the same messages as for the report's file. */
const toRefusal = (error: unknown): unknown =>
  error instanceof MemoryLimitExceeded || error instanceof FormulaMemoryLimitExceeded
    ? new ApiError({ status: 200, code: "rule", message: error.message })
    : error;

/**
 * Live report as HTML, by the stages and writer of its file (ADR 93), with facts for the page in `data-` attributes.
 * All text is escaped; there is no script.
 */
export const makeTable = async (
  deps: Deps,
  { design, account }: { design: ReportDesign; account: AuthorizedShop },
  { gathered, orders }: { gathered: GatheredOrders; orders: readonly IncludedOrder[] },
  signal: AbortSignal,
): Promise<string> => {
  const { period, gatheredAt, hasMore, lookedAt, unjudged } = gathered;
  const { preferences, profile, tenant } = account;
  const shop = { ...profile, ianaTimezone: resolveZone(profile.ianaTimezone) };
  const yieldToEventLoop = createYieldToEventLoop(signal);
  const report = liveReport(deps, { design, account }, period);
  const unread = unjudged.flatMap((order) => report.listUnread(order, order.unread ?? []) ?? []);
  for (const order of unjudged) report.leaveOut(order);
  const names = new Map(orders.map(({ order }) => [parseIdNumber(order.id), order.name ?? undefined]));
  const marks = createLiveTableHooks(report.columns, (id) => names.get(id));
  const text = createText();
  const tables = createHtmlTables({ preferences, shop }, text, marks);
  const plain: ReportWriter<Pick<Report, "columns">> = {
    begin: async ({ columns }) => tables.begin(columns),
    beginSheet: tables.beginSheet,
    end: async () => ({ contentHash: undefined }),
  };
  const computed = withFormulas(
    { preferences, shop, fileType: FileType.Html },
    plain,
    yieldToEventLoop,
    logFormulaError(deps.log, tenant),
  );
  const writer = withLetterOptions(preferences, computed);

  const write = async (sheet: SheetHandle, rows: AsyncIterable<ReportRow>): Promise<void> => {
    let batch: ReportRow[] = [];
    for await (const row of rows) {
      await yieldToEventLoop();
      batch.push(row);
      if (batch.length < rowsAtOnce) continue;
      await sheet.rows(batch);
      batch = [];
    }
    await sheet.rows(batch);
  };
  /** Orders counted as for the file. */
  let included = 0;
  async function* taken(): AsyncGenerator<ReportRow> {
    for (const { order, lines } of orders) {
      await yieldToEventLoop();
      const unreadOrder = report.listUnread(order, []);
      if (unreadOrder) unread.push(unreadOrder);
      if (unreadOrder?.leftOut) {
        report.leaveOut(order);
        continue;
      }
      included += 1;
      yield* await report.add(order, lines);
    }
  }
  const hasLeftOut = (): boolean => unread.some(({ leftOut }) => leftOut);
  const writeAll = async (): Promise<void> => {
    await writer.begin(report);
    if (report.streams) {
      const only = await writer.beginSheet({ name: null });
      await write(only, taken());
      return only.end({ orders: included, leftOut: hasLeftOut() });
    }
    for await (const _row of taken()) throw new Error("A report that holds its rows handed one on.");
    for (const { name, orders: ofSheet, rows } of await report.sheets()) {
      const sheet = await writer.beginSheet({ name });
      await write(sheet, rows());
      await sheet.end({ orders: ofSheet, leftOut: hasLeftOut() });
    }
  };
  await writeAll().catch((error: unknown) => {
    throw toRefusal(error);
  });
  const count = report.columns.length;
  const slow = listSlowColumns(design.columns);
  const head = attributes({
    "gathered-at": gatheredAt,
    from: period.from ?? "",
    to: period.to,
    orders: included,
    rows: tables.rows(),
    limit: maxLiveOrders,
    more: hasMore,
    "looked-at": lookedAt,
    "left-out": marks.leftOut() === 0 ? undefined : marks.leftOut(),
    unread: unread.length === 0 ? undefined : summarizeUnreadOrders(unread).join("\n"),
    columns: count,
    slow: slow.length === 0 ? undefined : slow.join(" "),
    "local-status": localStatusFact(report.columns, design),
  });
  const fits = count <= maxFittingColumns ? " fits" : "";
  const dense = count > maxComfortableColumns && count <= maxFittingColumns ? " dense" : "";
  return [`<div class="report${fits}${dense}"${head}>\n`, ...text.pieces, "</div>\n"].join("");
};
