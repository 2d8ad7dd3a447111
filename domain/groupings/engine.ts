import { isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell, CellContext } from "../columns/definition.ts";
import type { LineItem, Order } from "../orders/order.ts";
import type { Plan, UnreadSlots } from "./plan.ts";

/** A row before it is sorted and finished: amounts of the order still stand on each of its rows. */
export type RawRow = {
  /** The order that it is of; null where a row is of several. */
  orderKey: string | null;
  /** The cell that decides its place, shown or not; null without a sorted column. */
  sortCell: Cell;
  /** A cell per column. */
  cells: Cell[];
  /** Of a row of several orders: what it goes by where nothing else sorts it. */
  place?: Place;
};

/** What a row of several orders is of: an id of the platform, or words where there is none (custom and deleted items). */
export type Place = {
  id: string;
  title: string;
  variantTitle: string;
  /** The day that it is wanted for, null without one; only where days have rows of their own. */
  day?: string | null;
};

/** What an engine holds of one of its rows, as a text that a disk takes. */
type PackedGroup = { id: string; packed: string };

/** Turns orders into the rows of one worksheet; an engine per grouping. Orders come newest first. */
export type Engine = {
  /** `lines`: those of the order that the worksheet holds. Groupings by product answer no row yet. */
  add(order: Order, lines: readonly LineItem[], context: CellContext): RawRow[];
  /** The rows that only the last order completes, in their order by default. Nothing of them is held after that. */
  end(): Iterable<RawRow>;
  /** Takes out what is held of those rows, in the order of `<` of their ids. Nothing of it is held after that. */
  takeOut(): Iterable<PackedGroup>;
  /** Holds it again: what was taken out first is put back first. */
  putBack(packed: string, context: CellContext): void;
};

/** How rows of several orders go where nothing else sorts them. */
export type ComparePlaces = (left: Place, right: Place) => number;

/** What an engine is made with. */
export type EngineOptions = {
  /** Compares texts as the shop's language does; distinct ones are never equal. */
  collate(left: string, right: string): number;
  /** Told of what is held until the end: things and characters. May throw. */
  weigh(things: number, characters: number): void;
  unread: UnreadSlots;
  /** Tells by the id of a row's {@link Place} if an order was left out that belongs in that row. */
  isShort?(place: string): boolean;
};

/** Cells that could not be read are sorted as empty ones, which stand last. */
const sortCellOf = (cell: Cell): Cell => (isUnreadCell(cell) ? null : cell);

/** Makes the row of filled slots. */
export const createRows = ({ slots, shown, sorts }: Plan): ((orderKey: string | null, filled: Cell[]) => RawRow) => {
  const asTheyAre = shown.length === slots.length && shown.every((place, at) => place === at);
  return (orderKey, filled) => ({
    orderKey,
    sortCell: sorts === null ? null : sortCellOf(filled[sorts] ?? null),
    cells: asTheyAre ? filled : shown.map((place) => filled[place] ?? null),
  });
};
