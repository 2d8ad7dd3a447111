import { isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { CellContext, ColumnDefinition } from "../columns/definition.ts";
import { listScopes } from "../columns/scopes.ts";
import type { ShownColumn, SortingColumn } from "../designs/design.ts";
import type { Grouping, WorksheetSplitter } from "../enumerations.ts";
import { createMemoryBudget } from "../external-sort/memory-budget.ts";
import type { SpillOptions } from "../external-sort/spool.ts";
import { columnsRead, parseFormulas } from "../formulas/columns.ts";
import { looksAheadInExcel } from "../formulas/unread-in-excel.ts";
import { type CompiledColumn, compileDesign } from "../groupings/compile.ts";
import type { RawRow } from "../groupings/engine.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { hasUnreadField } from "../orders/unread.ts";
import { createCollation } from "../text/collation.ts";
import { createDenials } from "./denials.ts";
import { createFinish, type FinishedRow } from "./finish.ts";
import { createGroupBuffer } from "./group-buffer.ts";
import { createRowBuffer } from "./row-buffer.ts";
import { createRowOrder } from "./row-order.ts";
import { compareSheets, createSplit } from "./split.ts";
import { type UnreadOrder, unreadOrder } from "./unread-orders.ts";

/** A worksheet held back until the last order. */
export type ReportSheet = {
  /** The splitter's value; null without a splitter or rows. */
  name: string | null;
  /** Number of orders, also without rows. */
  orders: number;
  held: number;
  /** Indexes of columns with unread cells. */
  unread: ReadonlySet<number>;
  /** Rows in final order. Read them once, before the next worksheet's. */
  rows(): AsyncIterable<FinishedRow>;
};

/**
 * Stages of a report after read and filter: split → group → sort → finish (ADR 34). Files, previews and live reports
 * share them.
 */
export type Report = {
  columns: readonly CompiledColumn[];
  /** For `OrdersRequest.fields`: sorted and distinct. */
  fields: readonly string[];
  /** Fields that the report can't do without (`OrdersRequest.requiredFields`). If others are denied, cells say so. */
  requiredFields: readonly string[];
  /** Orders must come with their `localStatus`. */
  readsLocalStatus: boolean;
  /** Columns that say 'no access' so far, until the shop grants these scopes. */
  lacking(): { column: string; scopes: readonly string[] }[];
  /**
   * Describes the data that the report lacks of an order, if any. Do not `add` it if it is `leftOut`. `filterFields`:
   * the filter cannot do without them. `shown`: keys of columns to name; default: all.
   */
  listUnread(order: Order, filterFields: readonly string[], shown?: ReadonlySet<string>): UnreadOrder | undefined;
  /**
   * Notes an unreadable order that is left out. Call it before {@link Report.sheets}: figures that may lack it then say
   * 'incomplete', and later rows are `afterLeftOut`. `lines`: those that the filter kept; absent: unknown.
   */
  leaveOut(order: Order, lines?: readonly LineItem[]): void;
  /** True if each worksheet is one splitter value. */
  split: boolean;
  /** True if an order's rows can be written at once, to the only worksheet. */
  streams: boolean;
  /**
   * Adds orders, newest first, with the lines that the filter kept. Returns the order's finished rows if the
   * report streams, else none.
   * @throws {MemoryLimitExceeded}
   */
  add(order: Order, lines: readonly LineItem[]): Promise<FinishedRow[]> | FinishedRow[];
  /**
   * Call after the last order. Returns ordered worksheets; none if the report streams. `onProgress`: 0 to 1, while
   * spilled data is merged.
   * @throws {MemoryLimitExceeded}
   */
  sheets(onProgress?: (part: number) => void): Promise<ReportSheet[]>;
};

export type ReportDesign = {
  grouping: Grouping;
  columns: readonly ShownColumn[];
  sortedBy: SortingColumn | null;
  splitter: WorksheetSplitter;
};

/** A splitter value. Its first row makes it a worksheet, and sets `filled`. */
type Sheet = { name: string | null; orders: number; rows: number; filled: boolean; unread: Set<number> };

/** Items of memory that a worksheet takes: its name, counts and references. */
const itemsPerSheet = 4;

const progressInterval = 1_000;

const createProgress = (all: number, onProgress: (part: number) => void): (() => void) => {
  let done = 0;
  return () => {
    done += 1;
    if (done % progressInterval === 0) onProgress(done / all);
  };
};

/**
 * Compiles a design, once per report. `locale`: the shop's, which sorts texts. `spilling`: storage beyond a memory
 * budget; if absent, all stays in memory, up to `heldAtMost` ({@link createMemoryBudget}). `forExcel`: doesn't stream
 * if formulas that only Excel computes read later rows, so that unread cells are known before the first row.
 * @throws {UncompilableDesign} unknown grouping or column
 */
export const createReport = (options: {
  design: ReportDesign;
  columnByKey: ReadonlyMap<string, ColumnDefinition>;
  context: CellContext;
  locale: string;
  spilling?: SpillOptions;
  heldAtMost?: number;
  forExcel?: boolean;
}): Report => {
  const { design, context } = options;
  const compiled = compileDesign(design, options.columnByKey);
  const { columns, sortSpec, oncePerOrder, readsLocalStatus } = compiled;
  const denials = createDenials(compiled.columnFields);
  const lacking = () =>
    denials.lacking().flatMap(({ columnIndex, fields }) => {
      const column = columns[columnIndex];
      const scopes = listScopes({ fields });
      return column === undefined || scopes.length === 0 ? [] : [{ column: column.key, scopes }];
    });
  const split = createSplit(design.splitter);
  const fields = [...new Set([...compiled.fields, ...(split?.fields ?? [])])].sort();
  const needed = [...new Set([...compiled.requiredFields, ...(split?.fields ?? [])])];
  // A formula also lacks the fields of columns it refers to.
  const formulas = parseFormulas(columns.map(({ formula }) => formula));
  const looksAt = columnsRead(formulas);
  const holds = options.forExcel === true && looksAheadInExcel(formulas);
  const fieldsOfColumns = compiled.columnFields.map((own, index) => [
    ...own,
    ...[...(looksAt.get(index) ?? [])].flatMap((at) => compiled.columnFields[at] ?? []),
  ]);
  const unreadOf: Report["listUnread"] = (order, filterFields, shown) => {
    if (order.unread === undefined) return undefined;
    const leftOut = hasUnreadField(order, [...needed, ...filterFields]);
    const titles = columns.flatMap(({ key, title }, index) =>
      (shown?.has(key) ?? true) && hasUnreadField(order, fieldsOfColumns[index] ?? []) ? [title] : [],
    );
    return leftOut || titles.length > 0 ? unreadOrder(order, titles, leftOut) : undefined;
  };
  const short = { all: false, places: new Set<string>() };
  const lacksOrder = (place: string): boolean => short.all || short.places.has(place);
  let lacksOrders = false;
  const mark = (row: FinishedRow): FinishedRow =>
    lacksOrders ? { ...denials.mark(row), afterLeftOut: true } : denials.mark(row);
  const leaveOut: Report["leaveOut"] = (order, lines = order.lineItems ?? []) => {
    lacksOrders = true;
    const { toRowKey } = compiled;
    if (toRowKey === undefined) return;
    if (hasUnreadField(order, needed)) short.all = true;
    else for (const line of lines) short.places.add(toRowKey(line, order, context).id);
  };
  const collate = createCollation(options.locale);
  const { compareRowKeys } = compiled;

  if (sortSpec === null && split === null && compareRowKeys === null && !holds) {
    const engine = compiled.createEngine({ collate, trackMemory: () => undefined });
    const finish = createFinish(oncePerOrder);
    return {
      columns,
      fields,
      requiredFields: needed,
      readsLocalStatus,
      lacking,
      listUnread: unreadOf,
      leaveOut,
      split: false,
      streams: true,
      add(order, lines) {
        denials.note(order);
        return engine.add(order, lines, context).map((row) => mark(finish(row)));
      },
      sheets: async () => [],
    };
  }

  const { heldAtMost } = options;
  const spilling = options.spilling ?? null;
  const scale = createMemoryBudget(heldAtMost);
  // Spilling has its own bound, so its scale never refuses.
  const createOwnScale = () => (spilling === null ? scale : createMemoryBudget(Number.POSITIVE_INFINITY));
  const order = sortSpec && createRowOrder(sortSpec, collate);
  const sheets: Sheet[] = [];
  const numbers = new Map<string | null, number>();
  const inOrder = compareSheets(collate);
  const compareNumbers = (a: number, b: number) => inOrder(sheets[a]?.name ?? "", sheets[b]?.name ?? "");
  const rows = createRowBuffer({
    order,
    compareRowKeys: compareRowKeys?.(collate) ?? null,
    compareSheets: compareNumbers,
    scale: createOwnScale(),
    spilling,
  });
  const groups =
    compareRowKeys &&
    createGroupBuffer({
      createEngine: (weigh) => compiled.createEngine({ collate, trackMemory: weigh, lacksOrder }),
      scale: createOwnScale(),
      spilling,
    });
  /** If each order completes its rows, nothing is held between orders, so one engine serves all worksheets. */
  const engine = groups === null ? compiled.createEngine({ collate, trackMemory: () => undefined }) : null;
  const numberOf = (name: string | null): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    scale.add(itemsPerSheet, name?.length ?? 0);
    const number = sheets.push({ name, orders: 0, rows: 0, filled: false, unread: new Set() }) - 1;
    numbers.set(name, number);
    return number;
  };
  const hold = (sheet: number, row: RawRow): Promise<void> | void => {
    const known = sheets[sheet];
    if (known) {
      known.rows += 1;
      for (const [column, cell] of row.cells.entries()) if (isUnreadCell(cell)) known.unread.add(column);
    }
    return rows.put(sheet, row);
  };
  let orders = 0;

  async function* finished(sheet: number): AsyncGenerator<FinishedRow> {
    const finish = createFinish(oncePerOrder, { scattered: order !== null });
    for await (const row of rows.readRows(sheet)) yield mark(finish(row));
  }

  return {
    columns,
    fields,
    requiredFields: needed,
    readsLocalStatus,
    lacking,
    listUnread: unreadOf,
    leaveOut,
    split: split !== null,
    streams: false,
    async add(one, lines) {
      orders += 1;
      denials.note(one);
      for (const [name, own] of split?.divide(one, lines) ?? [[null, lines] as const]) {
        const number = numberOf(name);
        const sheet = sheets[number];
        if (sheet === undefined) continue;
        sheet.orders += 1;
        if (groups !== null) {
          await groups.add(number, one, own, context);
          // Rows over several orders come later, but their lines are known now.
          sheet.filled ||= own.length > 0;
        }
        for (const row of engine?.add(one, own, context) ?? []) {
          sheet.filled = true;
          await hold(number, row);
        }
      }
      return [];
    },
    async sheets(onProgress) {
      const ofGroups = groups?.progressSteps() ?? 0;
      await groups?.end(
        hold,
        context,
        createProgress(ofGroups, (part) => onProgress?.(part / 2)),
      );
      await rows.end(
        createProgress(rows.progressSteps(), (part) => onProgress?.(ofGroups === 0 ? part : (1 + part) / 2)),
      );
      const filled = sheets.map((sheet, number) => ({ ...sheet, number })).filter(({ filled }) => filled);
      // A file needs a worksheet, even without rows.
      if (filled.length === 0) return [{ name: null, orders, held: 0, unread: new Set(), rows: () => finished(0) }];
      return filled
        .sort((a, b) => compareNumbers(a.number, b.number))
        .map(({ rows: held, number, name, orders, unread }) => {
          return { name, orders, held, unread, rows: () => finished(number) };
        });
    },
  };
};
