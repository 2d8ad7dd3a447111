import { incompleteCell } from "../columns/cells/unread-cell.ts";
import type { Cell, CellContext, Value } from "../columns/definition.ts";
import { createInMemoryRuns } from "../external-sort/in-memory-runs.ts";
import { compareDeliveryDays, deliveryDay } from "../orders/delivery-day.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { compareIds } from "../orders/parse-id-number.ts";
import { variantKey } from "../orders/variant-key.ts";
import { type Aggregator, countAggregatorItems, createAggregatorFactory } from "./aggregators.ts";
import { createCalculator } from "./cell-fillers.ts";
import { type CompareRowKeys, createRows, type Engine, type EngineOptions, type RowKey } from "./engine.ts";
import { type CellSlot, type RowPlan, UncompilableDesign } from "./row-plan.ts";

type Collate = EngineOptions["collate"];

/** Finds the variant or product whose row counts a line. */
export const rowKeyOfLine = {
  variant: (line: LineItem): RowKey => ({
    id: variantKey(line),
    title: line.title ?? "",
    variantTitle: line.variantTitle ?? "",
  }),
  product: ({ product, title = "" }: LineItem): RowKey => ({
    id: product?.id ?? JSON.stringify([title]),
    title,
    variantTitle: "",
  }),
  variantAndDay: (line: LineItem, order: Order, context: CellContext): RowKey => {
    const day = deliveryDay(line, order, context);
    const variant = rowKeyOfLine.variant(line);
    return { ...variant, id: day === null ? variant.id : `${variant.id}@${day}`, day };
  },
};

/** Reads a slot's values, per line or once per order. */
const readerOf = ({
  definition,
}: CellSlot): ((order: Order, context: CellContext) => (line: LineItem) => Value) | null => {
  switch (definition.level) {
    case "line":
      return (order, context) => (line) => definition.read(line, order, context);
    case "order":
      return (order, context) => {
        const value = definition.read(order, context);
        return () => value;
      };
    case "fulfillment":
    case "fulfillmentOrder":
      throw new UncompilableDesign(`The column '${definition.key}' reads fulfillments, which no product has.`);
    default:
      return null;
  }
};

/** Sorts by title, variant title and id. */
export const byTitle =
  (collate: Collate): CompareRowKeys =>
  (a, b) =>
    collate(a.title, b.title) || collate(a.variantTitle, b.variantTitle) || compareIds(a.id, b.id);

/** Sorts by day, then as {@link byTitle}. */
export const byDay = (collate: Collate): CompareRowKeys => {
  const days = compareDeliveryDays(collate);
  const titles = byTitle(collate);
  return (a, b) => days(a.day ?? null, b.day ?? null) || titles(a, b);
};

/** `compare`: default order of rows. */
const createProductEngine =
  (
    rowKeyOf: (line: LineItem, order: Order, context: CellContext) => RowKey,
    compare: (collate: Collate) => CompareRowKeys,
  ) =>
  (plan: RowPlan, { collate, trackMemory, unread, lacksOrder = () => false }: EngineOptions): Engine => {
    /** `incomplete`: indexes of slots that some order of the group lacks. */
    type Group = { rowKey: RowKey; folds: (Aggregator | null)[]; incomplete: Set<number> };
    const { slots } = plan;
    const readers = slots.map(readerOf);
    const computed = slots.map((slot) => (slot.definition.level === "calc" ? createCalculator(slot, slots) : null));
    // A left-out order affects figures, but not product names.
    const overOrders = slots.flatMap(({ definition, aggregation }, index) =>
      definition.level === "blank" || aggregation === "blank" || aggregation === "first" ? [] : [index],
    );
    const row = createRows(plan);
    const groups = new Map<string, Group>();
    const compareRowKeys = compare(collate);
    const createInOrder = () => createInMemoryRuns<Group>((a, b) => compareRowKeys(a.rowKey, b.rowKey));
    let inOrder = createInOrder();
    const thingsOfGroup =
      1 + slots.reduce((sum, slot, index) => sum + (readers[index] ? countAggregatorItems(slot) : 1), 0);
    const createFolds = slots.map((slot, index) => (readers[index] ? createAggregatorFactory(slot) : null));

    const groupOf = (rowKey: RowKey, context: CellContext): Group => {
      const known = groups.get(rowKey.id);
      if (known !== undefined) return known;
      const group = {
        rowKey,
        folds: createFolds.map((create) => create?.(context) ?? null),
        incomplete: new Set<number>(),
      };
      trackMemory(thingsOfGroup, rowKey.id.length + rowKey.title.length + rowKey.variantTitle.length);
      groups.set(rowKey.id, group);
      inOrder.push(group);
      return group;
    };
    const cellsOf = ({ rowKey: { id }, folds, incomplete }: Group): Cell[] => {
      const cells: Cell[] = [];
      for (const [index, fold] of folds.entries()) cells.push(fold?.cell() ?? computed[index]?.(cells) ?? null);
      for (const index of incomplete) cells[index] = incompleteCell;
      if (lacksOrder(id)) for (const index of overOrders) cells[index] = incompleteCell;
      return cells;
    };
    const forget = (): void => {
      groups.clear();
      inOrder = createInOrder();
    };

    return {
      add(order, lines, context) {
        const missing = unread(order);
        // Some fields of a missing cell may be there, so it isn't computed.
        const reads = readers.map((reader, index) => (missing?.has(index) ? undefined : reader?.(order, context)));
        for (const line of lines) {
          const { folds, incomplete } = groupOf(rowKeyOf(line, order, context), context);
          for (const index of missing ?? []) incomplete.add(index);
          for (const [index, read] of reads.entries()) {
            const more = read === undefined ? 0 : (folds[index]?.add(read(line), line) ?? 0);
            if (more > 0) trackMemory(1, more);
          }
        }
        return [];
      },
      *end() {
        const all = inOrder.all();
        forget();
        for (const group of all) yield { ...row(null, cellsOf(group)), rowKey: group.rowKey };
      },
      *drain() {
        const all = [...groups.values()].sort((a, b) => (a.rowKey.id < b.rowKey.id ? -1 : 1));
        forget();
        for (const { rowKey, folds, incomplete } of all) {
          const states = folds.map((fold) => fold?.state() ?? null);
          yield { id: rowKey.id, packed: JSON.stringify([rowKey, states, [...incomplete]]) };
        }
      },
      restore(packed, context) {
        const [rowKey, states, missing] = JSON.parse(packed) as [RowKey, Value[], number[]];
        const { folds, incomplete } = groupOf(rowKey, context);
        for (const at of missing) incomplete.add(at);
        for (const [at, state] of states.entries()) folds[at]?.take(state);
      },
    };
  };

/**
 * ProductVariants: one row per variant over all orders. Custom and deleted items go by title, variant title and SKU.
 */
export const rowPerVariant = createProductEngine(rowKeyOfLine.variant, byTitle);

/** ProductCombined: one row per product over all orders. Custom and deleted ones go by title. */
export const rowPerProduct = createProductEngine(rowKeyOfLine.product, byTitle);

/** MassConstructionMealPrep: one row per variant and delivery day over all orders, by day. */
export const rowPerVariantAndDay = createProductEngine(rowKeyOfLine.variantAndDay, byDay);
