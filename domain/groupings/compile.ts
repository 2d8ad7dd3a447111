import type { Cell, CellContext, ColumnDefinition } from "../columns/definition.ts";
import type { ShownColumn } from "../designs/design.ts";
import type { ColumnType } from "../enumerations.ts";
import { Grouping } from "../enumerations.ts";
import type { LineItem, Order } from "../orders/order.ts";

/** A column as a file shows it. */
export type CompiledColumn = {
  key: string;
  /** The merchant's own title, else the catalogue's. */
  title: string;
  type: ColumnType;
  valueKind: ColumnDefinition["valueKind"];
  identifier: boolean;
  total: ColumnDefinition["total"];
  /** Set by the merchant, in characters; null: as wide as the writer finds right. */
  width: number | null;
};

/** A design turned into plain functions, once per export. */
export type CompiledDesign = {
  columns: readonly CompiledColumn[];
  /** What to ask the platform for: `OrdersRequest.fields`, sorted, each once. */
  fields: readonly string[];
  /** The rows of one order, each with a cell per column. `lines`: those that a filter kept; absent for all. */
  rows(order: Order, context: CellContext, lines?: readonly LineItem[]): Cell[][];
};

/** Thrown when a design cannot be turned into rows; the message says why. */
export class UncompilableDesign extends Error {
  override name = "UncompilableDesign";
}

export type GroupingName = keyof ColumnDefinition["values"];

const groupingNames: ReadonlyMap<Grouping, GroupingName> = new Map([
  [Grouping.Orders, "Orders"],
  [Grouping.OnePerOrder, "OnePerOrder"],
]);

/** Name of a grouping in the catalogue; undefined when reports cannot be grouped so. */
export const groupingName = (grouping: Grouping): GroupingName | undefined => groupingNames.get(grouping);

/** A visible column that the grouping does not allow is greyed in the designer and absent from files. */
export const isAllowed = (column: ColumnDefinition, grouping: Grouping): boolean => {
  const name = groupingName(grouping);
  return name !== undefined && column.values[name] !== undefined;
};

const alwaysFetched = ["id", "createdAt"] as const;

/**
 * Compiles those of a design's columns that its grouping allows.
 * @throws {UncompilableDesign} a grouping or column that the catalogue does not know
 */
export const compile = (
  design: { grouping: Grouping; columns: readonly ShownColumn[] },
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
): CompiledDesign => {
  const name = groupingName(design.grouping);
  if (name === undefined) throw new UncompilableDesign(`Reports cannot be grouped by ${design.grouping}.`);
  const chosen = design.columns
    .map((column) => ({ column, definition: definitionOf(column.column, columnByKey) }))
    .filter(({ definition }) => definition.values[name] !== undefined);
  const definitions = chosen.map(({ definition }) => definition);
  const fields = new Set<string>([...alwaysFetched, ...definitions.flatMap((definition) => definition.fields)]);
  if (name === "Orders") fields.add("lineItems.nodes.id");
  return {
    columns: chosen.map(({ column, definition }) => ({
      key: definition.key,
      title: column.title ?? definition.title,
      type: definition.type,
      valueKind: definition.valueKind,
      identifier: definition.identifier,
      total: definition.total,
      width: column.width,
    })),
    fields: [...fields].sort(),
    rows: name === "Orders" ? rowPerLine(definitions) : rowPerOrder(definitions),
  };
};

const definitionOf = (key: string, columnByKey: ReadonlyMap<string, ColumnDefinition>): ColumnDefinition => {
  const definition = columnByKey.get(key);
  if (definition === undefined) throw new UncompilableDesign(`There is no column '${key}' in the catalogue.`);
  return definition;
};

/** Orders: one row per order line; an order without lines has no row. */
const rowPerLine = (definitions: readonly ColumnDefinition[]): CompiledDesign["rows"] => {
  const values = definitions.map((definition) => definition.values.Orders).filter((value) => value !== undefined);
  return (order, context, lines = order.lineItems ?? []) =>
    lines.map((line, index) => {
      const row = { order, lines, line, context, firstRowOfOrder: index === 0 };
      return values.map((value) => value(row));
    });
};

/** OnePerOrder: one row per order, whatever its lines. */
const rowPerOrder = (definitions: readonly ColumnDefinition[]): CompiledDesign["rows"] => {
  const values = definitions.map((definition) => definition.values.OnePerOrder).filter((value) => value !== undefined);
  return (order, context, lines = order.lineItems ?? []) => [values.map((value) => value({ order, lines, context }))];
};
