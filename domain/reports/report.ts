import type { CellContext, ColumnDefinition } from "../columns/definition.ts";
import { scopesOf } from "../columns/scopes.ts";
import type { ShownColumn, SortingColumn } from "../designs/design.ts";
import type { Grouping, WorksheetSplitter } from "../enumerations.ts";
import { columnsRead, readFormulas } from "../formulas/columns.ts";
import { type CompiledColumn, compile } from "../groupings/compile.ts";
import type { RawRow } from "../groupings/engine.ts";
import type { Spilling } from "../holding/spool.ts";
import { createScale } from "../holding/weight.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { lacksAny } from "../orders/unread.ts";
import { createCollation } from "../text/collation.ts";
import { createDenials } from "./denials.ts";
import { createFinish, type FinishedRow } from "./finish.ts";
import { createHeldGroups } from "./held-groups.ts";
import { createHeldRows } from "./held-rows.ts";
import { createOrderOfRows } from "./order-of-rows.ts";
import { compareSheets, createSplit } from "./split.ts";
import { type UnreadOrder, unreadOrder } from "./unread-orders.ts";

/** A worksheet whose rows were held. */
export type ReportSheet = {
  /** The splitter's value; null of a report that is not split or has no rows. */
  name: string | null;
  /** How many orders it is of, those without rows too. */
  orders: number;
  /** How many rows it has. */
  held: number;
  /** Its finished rows in their final order; to be read once, and before the next worksheet. */
  rows(): AsyncIterable<FinishedRow>;
};

/**
 * The stages of a report after read and filter: split → group → sort → finish (docs/adr/0034-rows-that-survive-sorting.md).
 * Whoever shows rows goes through these: files, preview, live report.
 */
export type Report = {
  columns: readonly CompiledColumn[];
  /** What to ask the platform for: `OrdersRequest.fields`, sorted, each once. */
  fields: readonly string[];
  /** Those of them that the report cannot do without (`OrdersRequest.needed`); a column whose others are denied says so in its cells. */
  needed: readonly string[];
  /** True when orders must come with their `localStatus`. */
  readsLocalStatus: boolean;
  /** Columns whose cells say 'no access' until the shop grants these scopes, as the orders that were taken tell. */
  lacking(): { column: string; scopes: readonly string[] }[];
  /**
   * Says what the report lacks of an order that the platform failed to give in full; undefined where it lacks nothing. Do not `add` an order that is
   * `leftOut`. `filterFields`: what the filter reads, which it cannot do without. `shown`: keys of the columns to name; absent: all.
   */
  unreadOf(order: Order, filterFields: readonly string[], shown?: ReadonlySet<string>): UnreadOrder | undefined;
  /**
   * Told of an order that is left out as it couldn't be read, before {@link Report.sheets}: figures over several orders say 'incomplete' where it could
   * have added to them. Rows that follow are `afterLeftOut`. `lines`: those that the filter kept; absent: nobody can say which it would keep.
   */
  leaveOut(order: Order, lines?: readonly LineItem[]): void;
  /** True when its worksheets are a splitter's values. */
  split: boolean;
  /** True when each order's rows can be written at once, into the only worksheet: nothing is held then. */
  streams: boolean;
  /**
   * Takes the next order, newest first, with those of its lines that the filter kept. Answers its finished rows where the
   * report streams, else none.
   * @throws {HoldsTooMuch}
   */
  add(order: Order, lines: readonly LineItem[]): Promise<FinishedRow[]> | FinishedRow[];
  /**
   * After the last order: the worksheets in their order. None where the report streams. `told`: which part, of 1, is done where what was held elsewhere
   * than in memory has to be brought in order first.
   * @throws {HoldsTooMuch}
   */
  sheets(told?: (part: number) => void): Promise<ReportSheet[]>;
};

export type ReportDesign = {
  grouping: Grouping;
  columns: readonly ShownColumn[];
  sortedBy: SortingColumn | null;
  splitter: WorksheetSplitter;
};

/** What is known of a splitter's value; it becomes a worksheet where it is `filled`, which its first row makes it. */
type Sheet = { name: string | null; orders: number; rows: number; filled: boolean };

/** A worksheet by itself: its name, its counts, what points to it. */
const thingsOfSheet = 4;

const tellEvery = 1_000;

/** Counts up to `all` and tells now and then which part of it that is. */
const inParts = (all: number, told: (part: number) => void): (() => void) => {
  let done = 0;
  return () => {
    done += 1;
    if (done % tellEvery === 0) told(done / all);
  };
};

/**
 * Turns a design into the stages, once per report.
 * `locale`: the shop's primary one; texts are sorted as it does. `spilling`: where what is held goes beyond a budget; absent: all is held in memory
 * and refused beyond `heldAtMost`, see {@link createScale}. Either way rows and their order are the same.
 * @throws {UncompilableDesign} a grouping or column that the catalogue does not know
 */
export const createReport = (options: {
  design: ReportDesign;
  columnByKey: ReadonlyMap<string, ColumnDefinition>;
  context: CellContext;
  locale: string;
  spilling?: Spilling;
  heldAtMost?: number;
}): Report => {
  const { design, context } = options;
  const compiled = compile(design, options.columnByKey);
  const { columns, sorts, oncePerOrder, readsLocalStatus } = compiled;
  const denials = createDenials(compiled.columnFields);
  const lacking = () =>
    denials.lacking().flatMap(({ place, fields }) => {
      const column = columns[place];
      const scopes = scopesOf({ fields });
      return column === undefined || scopes.length === 0 ? [] : [{ column: column.key, scopes }];
    });
  const split = createSplit(design.splitter);
  const fields = [...new Set([...compiled.fields, ...(split?.fields ?? [])])].sort();
  const needed = [...new Set([...compiled.needed, ...(split?.fields ?? [])])];
  // A formula lacks what the columns lack that it looks at.
  const looksAt = columnsRead(readFormulas(columns.map(({ formula }) => formula)));
  const fieldsOfColumns = compiled.columnFields.map((own, place) => [
    ...own,
    ...[...(looksAt.get(place) ?? [])].flatMap((at) => compiled.columnFields[at] ?? []),
  ]);
  const unreadOf: Report["unreadOf"] = (order, filterFields, shown) => {
    if (order.unread === undefined) return undefined;
    const leftOut = lacksAny(order, [...needed, ...filterFields]);
    const titles = columns.flatMap(({ key, title }, place) =>
      (shown?.has(key) ?? true) && lacksAny(order, fieldsOfColumns[place] ?? []) ? [title] : [],
    );
    return leftOut || titles.length > 0 ? unreadOrder(order, titles, leftOut) : undefined;
  };
  const short = { all: false, places: new Set<string>() };
  const isShort = (place: string): boolean => short.all || short.places.has(place);
  let lacksOrders = false;
  const mark = (row: FinishedRow): FinishedRow =>
    lacksOrders ? { ...denials.tell(row), afterLeftOut: true } : denials.tell(row);
  const leaveOut: Report["leaveOut"] = (order, lines = order.lineItems ?? []) => {
    lacksOrders = true;
    const { placeOf } = compiled;
    if (placeOf === undefined) return;
    if (lacksAny(order, needed)) short.all = true;
    else for (const line of lines) short.places.add(placeOf(line, order, context).id);
  };
  const collate = createCollation(options.locale);
  const { comparePlaces } = compiled;

  if (sorts === null && split === null && comparePlaces === null) {
    const engine = compiled.createEngine({ collate, weigh: () => undefined });
    const finish = createFinish(oncePerOrder);
    return {
      columns,
      fields,
      needed,
      readsLocalStatus,
      lacking,
      unreadOf,
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
  const scale = createScale(heldAtMost);
  // What spills ends before it is refused.
  const createOwnScale = () => (spilling === null ? scale : createScale(Number.POSITIVE_INFINITY));
  const order = sorts && createOrderOfRows(sorts, collate);
  const sheets: Sheet[] = [];
  const numbers = new Map<string | null, number>();
  const inOrder = compareSheets(collate);
  const compareNumbers = (a: number, b: number) => inOrder(sheets[a]?.name ?? "", sheets[b]?.name ?? "");
  const rows = createHeldRows({
    order,
    comparePlaces: comparePlaces?.(collate) ?? null,
    compareSheets: compareNumbers,
    scale: createOwnScale(),
    spilling,
  });
  const groups =
    comparePlaces &&
    createHeldGroups({
      createEngine: (weigh) => compiled.createEngine({ collate, weigh, isShort }),
      scale: createOwnScale(),
      spilling,
    });
  /** Rows that are complete with each order hold nothing: one engine serves all worksheets. */
  const engine = groups === null ? compiled.createEngine({ collate, weigh: () => undefined }) : null;
  const numberOf = (name: string | null): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    scale.add(thingsOfSheet, name?.length ?? 0);
    const number = sheets.push({ name, orders: 0, rows: 0, filled: false }) - 1;
    numbers.set(name, number);
    return number;
  };
  const hold = (sheet: number, row: RawRow): Promise<void> | void => {
    const known = sheets[sheet];
    if (known) known.rows += 1;
    return rows.put(sheet, row);
  };
  let orders = 0;

  async function* finished(sheet: number): AsyncGenerator<FinishedRow> {
    const finish = createFinish(oncePerOrder, { scattered: order !== null });
    for await (const row of rows.rowsOf(sheet)) yield mark(finish(row));
  }

  return {
    columns,
    fields,
    needed,
    readsLocalStatus,
    lacking,
    unreadOf,
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
          // A row that is of several orders comes later, of the lines that are there now.
          sheet.filled ||= own.length > 0;
        }
        for (const row of engine?.add(one, own, context) ?? []) {
          sheet.filled = true;
          await hold(number, row);
        }
      }
      return [];
    },
    async sheets(told) {
      const ofGroups = groups?.toEnd() ?? 0;
      await groups?.end(
        hold,
        context,
        inParts(ofGroups, (part) => told?.(part / 2)),
      );
      await rows.end(inParts(rows.toEnd(), (part) => told?.(ofGroups === 0 ? part : (1 + part) / 2)));
      const filled = sheets.map((sheet, number) => ({ ...sheet, number })).filter(({ filled }) => filled);
      // A file has a worksheet also where it has no row.
      if (filled.length === 0) return [{ name: null, orders, held: 0, rows: () => finished(0) }];
      return filled
        .sort((a, b) => compareNumbers(a.number, b.number))
        .map(({ name, orders, rows: held, number }) => ({ name, orders, held, rows: () => finished(number) }));
    },
  };
};
