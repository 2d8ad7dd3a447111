import { attributeReadings } from "../columns/attributes.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { isAttribute } from "./custom-column.ts";
import type { CustomColumn } from "./design.ts";

/**
 * A column as a design has set it up: with an attribute chosen it reads that one, is allowed in the groupings that have it, and is as slow
 * as that is. What the column does not take changes nothing.
 */
export const columnAsSet = (definition: ColumnDefinition, custom: CustomColumn | undefined): ColumnDefinition => {
  if (custom === undefined || !isAttribute(custom) || !definition.takes?.includes(custom.category)) return definition;
  const { key, title, category, type, valueKind, description, note, identifier, total, takes } = definition;
  const asItIs = { key, title, category, type, valueKind, description, note, identifier, total, takes };
  return { ...asItIs, ...attributeReadings[custom.category](custom.name) };
};

/** The catalogue as these columns of a design are set up. */
export const columnsAsSet = (
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
  columns: readonly { column: string; custom?: CustomColumn }[],
): ReadonlyMap<string, ColumnDefinition> => {
  const set = columns.flatMap(({ column, custom }): [string, ColumnDefinition][] => {
    const definition = columnByKey.get(column);
    return definition === undefined || custom === undefined ? [] : [[column, columnAsSet(definition, custom)]];
  });
  return set.length === 0 ? columnByKey : new Map([...columnByKey, ...set]);
};
