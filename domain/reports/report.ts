import type { CellContext, ColumnDefinition } from "../columns/definition.ts";
import { scopesOf } from "../columns/scopes.ts";
import type { ShownColumn, SortingColumn } from "../designs/design.ts";
import type { Grouping, WorksheetSplitter } from "../enumerations.ts";
import { type CompiledColumn, compile } from "../groupings/compile.ts";
import type { Engine } from "../groupings/engine.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { createCollation } from "../text/collation.ts";
import { createDenials } from "./denials.ts";
import { createFinish, type FinishedRow } from "./finish.ts";
import { createHeldRows, type HeldRows } from "./held-rows.ts";
import { createOrderOfRows } from "./order-of-rows.ts";
import { compareSheets, createSplit } from "./split.ts";
import { createScale } from "./weight.ts";

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
  /** After the last order: the worksheets in their order. None where the report streams. */
  sheets(): Promise<ReportSheet[]>;
};

export type ReportDesign = {
  grouping: Grouping;
  columns: readonly ShownColumn[];
  sortedBy: SortingColumn | null;
  splitter: WorksheetSplitter;
};

/** What is held of a splitter's value; it becomes a worksheet where it is `filled`, which its first row makes it. */
type Held = { engine: Engine; rows: HeldRows; orders: number; filled: boolean };

/** A worksheet by itself: its rows, what its engine holds, its name. */
const thingsOfSheet = 10;

/**
 * Turns a design into the stages, once per report.
 * `locale`: the shop's primary one; texts are sorted as it does. `hold`: where rows are held; absent: in memory, weighed.
 * `heldAtMost`: see {@link createScale}.
 * @throws {UncompilableDesign} a grouping or column that the catalogue does not know
 */
export const createReport = (options: {
  design: ReportDesign;
  columnByKey: ReadonlyMap<string, ColumnDefinition>;
  context: CellContext;
  locale: string;
  hold?: typeof createHeldRows;
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
  const collate = createCollation(options.locale);
  const scale = createScale(options.heldAtMost);
  const createEngine = () => compiled.createEngine({ collate, weigh: scale.add });

  if (sorts === null && split === null && compiled.perOrder) {
    const engine = createEngine();
    const finish = createFinish(oncePerOrder);
    return {
      columns,
      fields,
      needed,
      readsLocalStatus,
      lacking,
      split: false,
      streams: true,
      add(order, lines) {
        denials.note(order);
        return engine.add(order, lines, context).map((row) => denials.tell(finish(row)));
      },
      sheets: async () => [],
    };
  }

  const order = sorts && createOrderOfRows(sorts, collate);
  const hold = (options.hold ?? createHeldRows)(scale);
  /** Engines whose rows are complete with each order hold nothing: one serves all worksheets. */
  const shared = compiled.perOrder ? createEngine() : null;
  const open = (): Held => ({ engine: shared ?? createEngine(), rows: hold(order), orders: 0, filled: false });
  const sheets = new Map<string | null, Held>();
  const sheetOf = (name: string | null): Held => {
    const known = sheets.get(name);
    if (known !== undefined) return known;
    const sheet = open();
    scale.add(thingsOfSheet, name?.length ?? 0);
    sheets.set(name, sheet);
    return sheet;
  };
  let orders = 0;

  async function* finished({ engine, rows }: Held): AsyncGenerator<FinishedRow> {
    const finish = createFinish(oncePerOrder, { scattered: order !== null });
    if (order !== null) for (const row of engine.end()) await rows.put(row);
    for await (const row of rows.rows()) yield denials.tell(finish(row));
    if (order === null) for (const row of engine.end()) yield denials.tell(finish(row));
  }

  return {
    columns,
    fields,
    needed,
    readsLocalStatus,
    lacking,
    split: split !== null,
    streams: false,
    async add(one, lines) {
      orders += 1;
      denials.note(one);
      for (const [name, own] of split?.divide(one, lines) ?? [[null, lines] as const]) {
        const sheet = sheetOf(name);
        sheet.orders += 1;
        const rows = sheet.engine.add(one, own, context);
        // A row that is of several orders comes later, of the lines that are there now.
        sheet.filled ||= rows.length > 0 || (shared === null && own.length > 0);
        for (const row of rows) await sheet.rows.put(row);
      }
      return [];
    },
    async sheets() {
      const filled = [...sheets].filter(([, held]) => held.filled);
      // A file has a worksheet also where it has no row.
      if (filled.length === 0) return [{ name: null, orders, held: 0, rows: () => finished(open()) }];
      const inOrder = compareSheets(collate);
      return filled
        .sort(([a], [b]) => inOrder(a ?? "", b ?? ""))
        .map(([name, held]) => ({
          name,
          orders: held.orders,
          held: held.rows.count() + held.engine.waiting(),
          rows: () => finished(held),
        }));
    },
  };
};
