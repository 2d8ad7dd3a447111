import { isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell, CellContext } from "../columns/definition.ts";
import type { LineItem, Order } from "../orders/order.ts";
import type { RowPlan, UnreadSlots } from "./row-plan.ts";

/** A row before sorting and finishing: order amounts still appear on each row. */
export type RawRow = {
  /** The order's id; null if the row covers several orders. */
  orderKey: string | null;
  /** Cell to sort by, shown or not; null without a sorted column. */
  sortCell: Cell;
  cells: Cell[];
  /** For a row over several orders: its default sort key. */
  rowKey?: RowKey;
};

/** Identifies a row over several orders: a platform id, or texts if there is none (custom and deleted items). */
export type RowKey = {
  id: string;
  title: string;
  variantTitle: string;
  /** Delivery day, null without one; only if days have separate rows. */
  day?: string | null;
};

/** An engine's state for one row, as text that can spill to disk. */
type SerializedGroup = { id: string; packed: string };

/** Turns orders into the rows of one worksheet; one engine per grouping. Orders come newest first. */
export type Engine = {
  /** `lines`: the order's lines on this worksheet. Groupings by product return no row yet. */
  add(order: Order, lines: readonly LineItem[], context: CellContext): RawRow[];
  /** Rows that only the last order completes, in default order. Clears them from memory. */
  end(): Iterable<RawRow>;
  /** Removes the state of those rows from memory, sorted by `<` of their ids. */
  drain(): Iterable<SerializedGroup>;
  /** Restores state. Keep the order: state taken out first must be restored first. */
  restore(packed: string, context: CellContext): void;
};

/** Default order of rows over several orders. */
export type CompareRowKeys = (left: RowKey, right: RowKey) => number;

export type EngineOptions = {
  /** Compares texts by the shop's language; distinct ones are never equal. */
  collate(left: string, right: string): number;
  /** Reports items and characters held until the end. May throw. */
  trackMemory(things: number, characters: number): void;
  unread: UnreadSlots;
  /** Tells, by the id of a row's {@link RowKey}, if an order that belongs in the row was left out. */
  lacksOrder?(place: string): boolean;
};

/** Unread cells sort like empty ones, last. */
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
    cells: asTheyAre ? filled : shown.map((place) => filled[place] ?? null),
  });
};
