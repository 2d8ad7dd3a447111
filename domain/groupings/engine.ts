import { isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell, CellContext } from "../columns/definition.ts";
import type { LineItem, Order } from "../orders/order.ts";
import type { RowPlan, UnreadSlots } from "./row-plan.ts";

/** A row neither sorted nor finished: order amounts still appear on each row. */
export type RawRow = {
  /** null if the row covers several orders. */
  orderKey: string | null;
  /** The sorted column's cell, shown or not; null without one. */
  sortCell: Cell;
  cells: Cell[];
  /** Default sort key of a row over several orders. */
  rowKey?: RowKey;
};

/** Identifies a row over several orders: a platform id, or texts for custom and deleted items. */
export type RowKey = {
  id: string;
  title: string;
  variantTitle: string;
  /** null without a delivery day; absent unless days have separate rows. */
  day?: string | null;
};

/** State of a row, as text that can spill to disk. */
type SerializedGroup = { id: string; packed: string };

/** Makes the rows of one worksheet. Orders come newest first. */
export type Engine = {
  /** `lines`: the order's lines on this worksheet. Groupings by product return no row yet. */
  add(order: Order, lines: readonly LineItem[], context: CellContext): RawRow[];
  /** Returns and frees the rows that only the last order completes, in default order. */
  end(): Iterable<RawRow>;
  /** Returns and frees the state of the rows that await {@link Engine.end}, sorted by `<` of their ids. */
  drain(): Iterable<SerializedGroup>;
  /** State drained first must be restored first. */
  restore(packed: string, context: CellContext): void;
};

/** Default order of rows over several orders. */
export type CompareRowKeys = (left: RowKey, right: RowKey) => number;

export type EngineOptions = {
  /** Follows the shop's language; distinct texts are never equal. */
  collate(left: string, right: string): number;
  /** Reports items and characters held until the end. May throw. */
  trackMemory(things: number, characters: number): void;
  unread: UnreadSlots;
  /** True if an order of this row was left out. `place`: id of its {@link RowKey}. */
  lacksOrder?(place: string): boolean;
};

/** Unread cells sort last, like empty ones. */
const toSortCell = (cell: Cell): Cell => (isUnreadCell(cell) ? null : cell);

/** Makes a row from filled slots. */
export const createRows = ({
  slots,
  shown,
  sortSlot,
}: RowPlan): ((orderKey: string | null, filled: Cell[]) => RawRow) => {
  const asTheyAre = shown.length === slots.length && shown.every((place, at) => place === at);
  return (orderKey, filled) => ({
    orderKey,
    sortCell: sortSlot === null ? null : toSortCell(filled[sortSlot] ?? null),
    cells: asTheyAre ? filled : shown.map((index) => filled[index] ?? null),
  });
};
