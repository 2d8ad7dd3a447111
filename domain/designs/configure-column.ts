import { attributeSources } from "../columns/attributes.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { isAttribute } from "./custom-column.ts";
import type { CustomColumn } from "./design.ts";

/**
 * Applies a design's settings to a column. A chosen attribute decides fields, groupings and speed. Categories
 * that the column does not take change nothing.
 */
export const configureColumn = (definition: ColumnDefinition, custom: CustomColumn | undefined): ColumnDefinition => {
  if (custom === undefined || !isAttribute(custom) || !definition.takes?.includes(custom.category)) return definition;
  const { key, title, category, type, valueKind, description, note, identifier, total, takes } = definition;
  const asItIs = { key, title, category, type, valueKind, description, note, identifier, total, takes };
  return { ...asItIs, ...attributeSources[custom.category](custom.name) };
};

/** Applies the settings of these columns to the catalogue. */
export const configureColumns = (
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
  columns: readonly { column: string; custom?: CustomColumn }[],
): ReadonlyMap<string, ColumnDefinition> => {
  const set = columns.flatMap(({ column, custom }): [string, ColumnDefinition][] => {
    const definition = columnByKey.get(column);
    return definition === undefined || custom === undefined ? [] : [[column, configureColumn(definition, custom)]];
  });
  return set.length === 0 ? columnByKey : new Map([...columnByKey, ...set]);
};
