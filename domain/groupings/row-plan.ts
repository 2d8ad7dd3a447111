import { type CellConverter, createCellConverter } from "../columns/cells/cells.ts";
import type { Aggregation, ColumnDefinition, GroupingName } from "../columns/definition.ts";
import type { Order } from "../orders/order.ts";

/** Thrown if a design cannot be compiled into rows. The message says why. */
export class UncompilableDesign extends Error {
  override name = "UncompilableDesign";
}

/** A cell that each row needs, shown or not. */
export type CellSlot = { definition: ColumnDefinition; aggregation: Aggregation; toCell: CellConverter };

/** Slots in fill order: inputs of a calculated column come before it. `shown` and `sorts` are slot indexes. */
export type RowPlan = { slots: readonly CellSlot[]; shown: readonly number[]; sorts: number | null };

/**
 * Indexes of slots that cannot be filled, because the platform failed to return their fields of the order; undefined if
 * none.
 */
export type UnreadSlots = (order: Pick<Order, "unread">) => ReadonlySet<number> | undefined;

export const getDefinition = (key: string, columnByKey: ReadonlyMap<string, ColumnDefinition>): ColumnDefinition => {
  const definition = columnByKey.get(key);
  if (definition === undefined) throw new UncompilableDesign(`There is no column '${key}' in the catalogue.`);
  return definition;
};

/**
 * Plans the slots for the shown columns and the sort column, which may be hidden. If the grouping doesn't support the
 * sort column, rows aren't sorted.
 * @throws {UncompilableDesign} a column isn't in the catalogue
 */
export const planRow = (
  wanted: { shown: readonly ColumnDefinition[]; sortedBy: string | null },
  name: GroupingName,
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
): RowPlan => {
  const slots: CellSlot[] = [];
  const places = new Map<string, number | null>();
  const placeOf = (definition: ColumnDefinition): number | null => {
    const { key } = definition;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, null);
    if (definition.level === "calc") for (const need of definition.needs) placeOf(getDefinition(need, columnByKey));
    const word = definition.aggregate[name];
    if (word === undefined) return null;
    slots.push({ definition, aggregation: word, toCell: createCellConverter(definition) });
    places.set(key, slots.length - 1);
    return slots.length - 1;
  };
  const shown = wanted.shown.map(placeOf).filter((place) => place !== null);
  const sorts = wanted.sortedBy === null ? null : placeOf(getDefinition(wanted.sortedBy, columnByKey));
  return { slots, shown, sorts };
};
