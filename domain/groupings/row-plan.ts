import { type CellConverter, createCellConverter } from "../columns/cells/cells.ts";
import type { Aggregation, ColumnDefinition, GroupingName } from "../columns/definition.ts";
import type { Order } from "../orders/order.ts";

/** A design cannot be compiled into rows. The message says why. */
export class UncompilableDesign extends Error {
  override name = "UncompilableDesign";
}

/** A cell that each row needs, shown or not. */
export type CellSlot = { definition: ColumnDefinition; aggregation: Aggregation; toCell: CellConverter };

/** Slots in fill order: a calculated column follows its inputs. `shown` and `sortSlot` are slot indexes. */
export type RowPlan = { slots: readonly CellSlot[]; shown: readonly number[]; sortSlot: number | null };

/** Indexes of slots whose fields the platform failed to return. */
export type UnreadSlots = (order: Pick<Order, "unread">) => ReadonlySet<number> | undefined;

export const getDefinition = (key: string, columnByKey: ReadonlyMap<string, ColumnDefinition>): ColumnDefinition => {
  const definition = columnByKey.get(key);
  if (definition === undefined) throw new UncompilableDesign(`There is no column '${key}' in the catalogue.`);
  return definition;
};

/**
 * Plans slots for the shown columns and the sort column, which may be hidden. A sort column that the grouping lacks
 * sorts nothing.
 * @throws {UncompilableDesign} a column isn't in the catalogue
 */
export const planRow = (
  wanted: { shown: readonly ColumnDefinition[]; sortedBy: string | null },
  name: GroupingName,
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
): RowPlan => {
  const slots: CellSlot[] = [];
  const slotIndexByKey = new Map<string, number | null>();
  const addSlot = (definition: ColumnDefinition): number | null => {
    const { key } = definition;
    const index = slotIndexByKey.get(key);
    if (index !== undefined) return index;
    slotIndexByKey.set(key, null);
    if (definition.level === "calc") for (const need of definition.needs) addSlot(getDefinition(need, columnByKey));
    const aggregation = definition.aggregate[name];
    if (aggregation === undefined) return null;
    slots.push({ definition, aggregation, toCell: createCellConverter(definition) });
    slotIndexByKey.set(key, slots.length - 1);
    return slots.length - 1;
  };
  const shown = wanted.shown.map(addSlot).filter((slot) => slot !== null);
  const sortSlot = wanted.sortedBy === null ? null : addSlot(getDefinition(wanted.sortedBy, columnByKey));
  return { slots, shown, sortSlot };
};
