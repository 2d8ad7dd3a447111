import type { CellContext, ColumnDefinition } from "../columns/definition.ts";
import type { ShownColumn, SortedBy } from "../designs/design.ts";
import type { Grouping } from "../enumerations.ts";
import { type CompiledColumn, compile } from "../groupings/compile.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { createCollation } from "../text/collation.ts";
import { createFinish, type FinishedRow } from "./finish.ts";
import { createHeldRows } from "./held-rows.ts";
import { createOrderOfRows } from "./order-of-rows.ts";
import { createScale } from "./weight.ts";

/** A worksheet whose rows were held. */
export type ReportSheet = {
  /** The splitter's value; null of a report that is not split. */
  name: string | null;
  /** How many orders it is of, those without rows too. */
  orders: number;
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
  sortedBy: SortedBy | null;
};

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
  const { context, locale } = options;
  const { columns, fields, sorts, oncePerOrder, perOrder, createEngine } = compile(options.design, options.columnByKey);
  const collate = createCollation(locale);
  const scale = createScale(options.heldAtMost);
  const engine = createEngine({ collate, weigh: scale.add });
  if (sorts === null && perOrder) {
    const finish = createFinish(oncePerOrder);
    return {
      columns,
      fields,
      streams: true,
      add: (order, lines) => engine.add(order, lines, context).map(finish),
      sheets: async () => [],
    };
  }
  const order = sorts && createOrderOfRows(sorts, collate);
  const held = (options.hold ?? createHeldRows)(scale)(order);
  let orders = 0;
  return {
    columns,
    fields,
    streams: false,
    async add(one, lines) {
      orders += 1;
      for (const row of engine.add(one, lines, context)) await held.put(row);
      return [];
    },
    sheets: async () => [
      {
        name: null,
        orders,
        async *rows() {
          const finish = createFinish(oncePerOrder, { scattered: order !== null });
          if (order !== null) for (const row of engine.end()) await held.put(row);
          for await (const row of held.rows()) yield finish(row);
          if (order === null) for (const row of engine.end()) yield finish(row);
        },
      },
    ],
  };
};
