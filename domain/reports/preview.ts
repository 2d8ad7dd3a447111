import { createCellText } from "../columns/cells/cell-text.ts";
import { isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell, CellContext, ColumnDefinition } from "../columns/definition.ts";
import { createInstantFormatter } from "../dates/format.ts";
import { parseFormulas } from "../formulas/columns.ts";
import type { OnUnexpectedError } from "../formulas/compute-rows.ts";
import { FormulaMemoryLimitExceeded, maxStepsPerRow } from "../formulas/row-limits.ts";
import { runYielding } from "../formulas/stepwise-work.ts";
import { countTextCharacters, createFormulaTexts, type Texts } from "../formulas/syntax/formula-texts.ts";
import type { LineItem, Order } from "../orders/order.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { FinishedRow } from "./finish.ts";
import { createLetterOptions } from "./letter-options.ts";
import { createReport, type Report, type ReportDesign } from "./report.ts";

/** `orderKey`: null if the row covers several orders. `unread`: indexes of unread cells, formulas aside. */
type PreviewRow = {
  orderKey: string | null;
  startsOrder: boolean;
  cells: (string | null)[];
  unread?: number[] | undefined;
};

const unreadIndexes = (cells: readonly Cell[]): number[] =>
  cells.flatMap((cell, index) => (isUnreadCell(cell) ? [index] : []));

/** `name`: the splitter's value; null without a splitter or rows. */
export type PreviewSheet = { name: string | null; rows: PreviewRow[] };

export type Preview = {
  /** Column keys, in cell order. */
  columns: readonly string[];
  /** Keys of the columns whose texts are instants. */
  instants: readonly string[];
  /** For `OrdersRequest.fields`. */
  fields: readonly string[];
  /** See {@link Report.requiredFields}. */
  requiredFields: readonly string[];
  /** See {@link Report.readsLocalStatus}. */
  readsLocalStatus: boolean;
  /** See {@link Report.lacking}. */
  lacking: Report["lacking"];
  /** See {@link Report.listUnread}. */
  unreadOf: Report["listUnread"];
  /** See {@link Report.leaveOut}. */
  leaveOut: Report["leaveOut"];
  computes: boolean;
  /** Adds orders, newest first, with the lines that the filter kept. @throws {MemoryLimitExceeded} */
  add(order: Order, lines: readonly LineItem[]): Promise<void>;
  /**
   * Call after the last order. `leftOut`: dropped rows. `yieldToEventLoop`: awaited before each formula of a row.
   * @throws {TooMuchForPreview}
   */
  end(yieldToEventLoop?: () => Promise<void> | void): Promise<{ sheets: PreviewSheet[]; leftOut: number }>;
};

/** Bounds for eyes and browsers: rows and cell characters of all worksheets. */
const maxRows = 1_000;
const maxCharacters = 4_000_000;
/** Computed formula characters per preview. A row of the longest formulas takes up to 50 ms (ADR 46). */
const maxFormulaCharacters = 2_000_000;
const minRows = 20;
/**
 * Work steps per preview (work-budget.ts): twenty rows built to be slow, 1 to 3 s of CPU. Counted, not measured, so the
 * same orders always show the same rows.
 */
const maxWorkSteps = minRows * maxStepsPerRow;

/** Limits are reached before the first row is computed. The message says what to do. */
export class TooMuchForPreview extends Error {
  override name = "TooMuchForPreview";
}

/** Error of a preview that takes too long although its orders are read. */
export const tooMuchForPreview = (has: { formulas: boolean }): TooMuchForPreview =>
  new TooMuchForPreview(
    has.formulas
      ? "The formulas in this report take too long for a preview. Have them refer to fewer cells, or generate the report: a file gets more time."
      : "The columns in this report take too long for a preview. Show fewer columns, or generate the report: a file gets more time.",
  );

const workBudgetSpent = new Error("The preview has stopped computing formulas.");

/**
 * Creates a preview by the stages of the report's file (`createReport`), as text.
 * @throws {UncompilableDesign} unknown grouping or column
 */
export const createPreview = (options: {
  design: ReportDesign;
  columnByKey: ReadonlyMap<string, ColumnDefinition>;
  context: CellContext;
  locale: string;
  preferences: Preferences;
  rowsAtMost?: number;
  onUnexpectedError?: OnUnexpectedError;
}): Preview => {
  const { context, preferences } = options;
  const report = createReport(options);
  const ofFormulas = report.columns.reduce((sum, { formula }) => sum + (formula?.length ?? 0), 0);
  const computable = Math.max(minRows, Math.floor(maxFormulaCharacters / Math.max(1, ofFormulas)));
  const rowsAtMost = Math.min(options.rowsAtMost ?? maxRows, computable);
  const cellText = createCellText(createInstantFormatter(context.ianaTimezone, preferences.UserDateFormat));
  const letters = createLetterOptions(preferences, report.columns);
  const streamed: PreviewSheet = { name: null, rows: [] };
  let keptRows = 0;
  let characters = 0;
  let leftOut = 0;
  let lacksOrders = false;

  const take = ({ rows }: PreviewSheet, { orderKey, cells, startsOrder }: FinishedRow): void => {
    if (keptRows >= rowsAtMost || characters >= maxCharacters) {
      leftOut += 1;
      return;
    }
    const texts = (letters?.(cells) ?? cells).map(cellText);
    for (const text of texts) characters += text?.length ?? 0;
    keptRows += 1;
    const unread = unreadIndexes(cells);
    rows.push({ orderKey, startsOrder, cells: texts, ...(unread.length > 0 && { unread }) });
  };

  /** Adds formula results within the limits of characters and work. Drops rows beyond them, then empty worksheets. */
  const compute = async (
    sheets: PreviewSheet[],
    yieldToEventLoop: () => Promise<void> | void,
  ): Promise<PreviewSheet[]> => {
    if (ofFormulas === 0) return sheets;
    const { locale, onUnexpectedError } = options;
    const settings = { locale, userDateFormat: preferences.UserDateFormat, leftOut: lacksOrders, onUnexpectedError };
    const formulas = parseFormulas(report.columns.map(({ formula }) => formula));
    const computed: PreviewSheet[] = [];
    let producedCharacters = 0;
    let work = 0;
    for (const { name, rows } of sheets) {
      const texts = createFormulaTexts(report.columns, settings, formulas);
      const beforeEach = () => {
        if (work + texts.stepsSpent() > maxWorkSteps) throw workBudgetSpent;
        return yieldToEventLoop();
      };
      const filled: PreviewRow[] = [];
      const fill = (ready: readonly Texts[]): void => {
        for (const cells of ready) {
          const row = rows[filled.length];
          if (row === undefined || producedCharacters >= maxCharacters) return;
          producedCharacters += countTextCharacters(cells);
          filled.push({ ...row, cells: [...cells] });
        }
      };
      try {
        for (const row of rows) {
          if (producedCharacters >= maxCharacters) break;
          fill(await runYielding(texts.add(row), beforeEach));
        }
        if (producedCharacters < maxCharacters) fill(await runYielding(texts.end(), beforeEach));
      } catch (error) {
        // A file ends with a sentence; a preview shows rows without results.
        if (error instanceof FormulaMemoryLimitExceeded) fill(rows.slice(filled.length).map(texts.withoutResults));
        else if (error !== workBudgetSpent) throw error;
      }
      work += texts.stepsSpent();
      leftOut += rows.length - filled.length;
      if (filled.length > 0 || computed.length === 0) computed.push({ name, rows: filled });
    }
    if (work > maxWorkSteps && computed.every(({ rows }) => rows.length === 0))
      throw tooMuchForPreview({ formulas: true });
    return computed;
  };

  return {
    columns: report.columns.map(({ key }) => key),
    instants: report.columns.flatMap(({ key, valueKind }) => (valueKind === "datetime" ? [key] : [])),
    fields: report.fields,
    requiredFields: report.requiredFields,
    readsLocalStatus: report.readsLocalStatus,
    lacking: report.lacking,
    unreadOf: report.listUnread,
    leaveOut(...left) {
      lacksOrders = true;
      report.leaveOut(...left);
    },
    computes: ofFormulas > 0,
    async add(order, lines) {
      for (const row of await report.add(order, lines)) take(streamed, row);
    },
    async end(yieldToEventLoop = () => undefined) {
      if (report.streams) return { sheets: await compute([streamed], yieldToEventLoop), leftOut };
      const sheets: PreviewSheet[] = [];
      for (const { name, rows } of await report.sheets()) {
        const sheet: PreviewSheet = { name, rows: [] };
        for await (const row of rows()) take(sheet, row);
        if (sheet.rows.length > 0 || sheets.length === 0) sheets.push(sheet);
      }
      return { sheets: await compute(sheets, yieldToEventLoop), leftOut };
    },
  };
};
