import type { ColumnDefinition, GroupingName } from "../columns/definition.ts";
import type { ShownColumn, SortedBy } from "../designs/design.ts";
import { type ColumnType, type Grouping, Sorting } from "../enumerations.ts";
import { groupingName } from "./allowed.ts";
import { rowPerLine, rowPerOrder } from "./by-order.ts";
import type { Engine } from "./engine.ts";
import { definitionOf, type Plan, planSlots, UncompilableDesign } from "./plan.ts";

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
  /** Places of the columns that stand on an order's first row only, in whatever order the rows end up. */
  oncePerOrder: readonly number[];
  /** What sorts the rows by their sort cells; null: nothing does. */
  sorts: { valueKind: ColumnDefinition["valueKind"]; descending: boolean } | null;
  /** What to ask the platform for: `OrdersRequest.fields`, sorted, each once. */
  fields: readonly string[];
  /** An engine for the rows of one worksheet. */
  createEngine(): Engine;
};

type GroupingEngine = {
  create(plan: Plan): Engine;
  /** What the grouping itself needs, as paths below Order. */
  fields: readonly string[];
};

const engines: Readonly<Partial<Record<GroupingName, GroupingEngine>>> = {
  Orders: { create: rowPerLine, fields: ["lineItems.nodes.id"] },
  OnePerOrder: { create: rowPerOrder, fields: [] },
};

const alwaysFetched = ["id", "createdAt"] as const;

/**
 * Compiles those of a design's columns that its grouping allows. The one that sorts need not be shown; one that the grouping does not
 * allow does not sort.
 * @throws {UncompilableDesign} a grouping or column that the catalogue does not know
 */
export const compile = (
  design: { grouping: Grouping; columns: readonly ShownColumn[]; sortedBy?: SortedBy | null },
  columnByKey: ReadonlyMap<string, ColumnDefinition>,
): CompiledDesign => {
  const name = groupingName(design.grouping);
  const engine = name && engines[name];
  if (name === undefined || engine === undefined)
    throw new UncompilableDesign(`Reports cannot be grouped by ${design.grouping}.`);
  const chosen = design.columns
    .map((column) => ({ column, definition: definitionOf(column.column, columnByKey) }))
    .filter(({ definition }) => definition.aggregate[name] !== undefined);
  const plan = planSlots(
    { shown: chosen.map(({ definition }) => definition), sortedBy: design.sortedBy?.column ?? null },
    name,
    columnByKey,
  );
  // Made once here too, so that what does not fit is said before the first order is asked for.
  engine.create(plan);
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
    oncePerOrder: chosen.flatMap(({ definition }, place) =>
      definition.aggregate[name] === "orderOnce" ? [place] : [],
    ),
    sorts: sortsOf(plan, design.sortedBy ?? null),
    fields: fieldsOf(plan, engine),
    createEngine: () => engine.create(plan),
  };
};

const sortsOf = ({ slots, sorts }: Plan, sortedBy: SortedBy | null): CompiledDesign["sorts"] => {
  const slot = sorts === null ? undefined : slots[sorts];
  return slot && sortedBy
    ? { valueKind: slot.definition.valueKind, descending: sortedBy.sorting === Sorting.Descending }
    : null;
};

/** Fulfillments that were cancelled are told by their status. */
const fieldsOfLevel = ({ level, fields }: ColumnDefinition): readonly string[] =>
  level === "fulfillment" ? [...fields, "fulfillments.status"] : fields;

const fieldsOf = ({ slots }: Plan, { fields }: GroupingEngine): string[] =>
  [...new Set([...alwaysFetched, ...fields, ...slots.flatMap(({ definition }) => fieldsOfLevel(definition))])].sort();
