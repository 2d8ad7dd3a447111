import { type ToCell, toCellOf } from "../columns/cells/cells.ts";
import type { Aggregate, ColumnDefinition, GroupingName } from "../columns/definition.ts";
import type { Order } from "../orders/order.ts";

/** Thrown when a design cannot be turned into rows; the message says why. */
export class UncompilableDesign extends Error {
  override name = "UncompilableDesign";
}

/** A cell that each row of the report needs, shown or not. */
export type Slot = { definition: ColumnDefinition; word: Aggregate; toCell: ToCell };

/**
 * The slots in the order in which they are filled: what a calculated column needs stands before it. Shown columns, and the one that
 * sorts, are places among the slots.
 */
export type Plan = { slots: readonly Slot[]; shown: readonly number[]; sorts: number | null };

/** Finds the places of slots that cannot be filled, as the platform failed to give what they read of the order; undefined where there are none. */
export type UnreadSlots = (order: Pick<Order, "unread">) => ReadonlySet<number> | undefined;

export const definitionOf = (key: string, columnByKey: ReadonlyMap<string, ColumnDefinition>): ColumnDefinition => {
  const definition = columnByKey.get(key);
  if (definition === undefined) throw new UncompilableDesign(`There is no column '${key}' in the catalogue.`);
  return definition;
};

/**
 * What rows of a grouping need for the shown columns and the one that sorts; null: none does. A sorting column need not be shown;
 * one that the grouping does not allow does not sort.
 * @throws {UncompilableDesign} a column that is not in the catalogue
 */
export const planSlots = (
  wanted: { shown: readonly ColumnDefinition[]; sortedBy: string | null },
  name: GroupingName,
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
): Plan => {
  const slots: Slot[] = [];
  const places = new Map<string, number | null>();
  const placeOf = (definition: ColumnDefinition): number | null => {
    const { key } = definition;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, null);
    if (definition.level === "calc") for (const need of definition.needs) placeOf(definitionOf(need, columnByKey));
    const word = definition.aggregate[name];
    if (word === undefined) return null;
    slots.push({ definition, word, toCell: toCellOf(definition) });
    places.set(key, slots.length - 1);
    return slots.length - 1;
  };
  const shown = wanted.shown.map(placeOf).filter((place) => place !== null);
  const sorts = wanted.sortedBy === null ? null : placeOf(definitionOf(wanted.sortedBy, columnByKey));
  return { slots, shown, sorts };
};
