import { formatFor } from "../columns/amounts.ts";
import type { CellContext, ColumnDefinition, GroupingName } from "../columns/definition.ts";
import { configureColumns } from "../designs/configure-column.ts";
import type { NumberFormat, ShownColumn, SortingColumn } from "../designs/design.ts";
import { ColumnType, CustomColumnCategory, type Grouping, Sorting } from "../enumerations.ts";
import { figuresIn, figuresOfFormulas } from "../formulas/figures.ts";
import { fieldsOfBundles } from "../orders/bundles.ts";
import { fieldsOfDeliveryDay } from "../orders/delivery-day.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { sentFulfillmentFields } from "../orders/sent-fulfillments.ts";
import { hasUnreadField } from "../orders/unread.ts";
import { compareCodePoints } from "../text/collation.ts";
import { groupingName } from "./allowed.ts";
import { rowPerBundle, rowPerFulfillment, rowPerLine, rowPerOrder } from "./by-order.ts";
import { byDay, byTitle, rowKeyOfLine, rowPerProduct, rowPerVariant, rowPerVariantAndDay } from "./by-product.ts";
import type { CompareRowKeys, Engine, EngineOptions, RowKey } from "./engine.ts";
import {
  type CellSlot,
  getDefinition,
  planRow,
  type RowPlan,
  UncompilableDesign,
  type UnreadSlots,
} from "./row-plan.ts";

export type CompiledColumn = {
  key: string;
  /** The merchant's title, else the catalogue's. */
  title: string;
  type: ColumnType;
  valueKind: ColumnDefinition["valueKind"];
  identifier: boolean;
  total: ColumnDefinition["total"];
  /** The merchant's width, in units of 7 px; null leaves it to the writer. */
  width: number | null;
  /** Number format for Excel and HTML. */
  format: NumberFormat | null;
  /** Formula for the first row. Cells stay empty until the rows are in order. */
  formula: string | null;
};

/** A design as plain functions, compiled once per export. */
export type CompiledDesign = {
  columns: readonly CompiledColumn[];
  /** Indexes of columns shown only on an order's first row. */
  oncePerOrder: readonly number[];
  /** How sort cells compare; null means unsorted. */
  sortSpec: { valueKind: ColumnDefinition["valueKind"]; descending: boolean } | null;
  /** For `OrdersRequest.fields`: sorted and distinct. */
  fields: readonly string[];
  /** Fields that rows need; others may be denied. */
  requiredFields: readonly string[];
  columnFields: readonly (readonly string[])[];
  /** Orders must come with their `localStatus`. */
  readsLocalStatus: boolean;
  /** Sorts rows over several orders; null if an order's rows are complete once it is added. */
  compareRowKeys: ((collate: EngineOptions["collate"]) => CompareRowKeys) | null;
  /** Finds a line's row. Absent if each order has its own rows. */
  toRowKey?: (line: LineItem, order: Order, context: CellContext) => RowKey;
  createEngine(options: Omit<EngineOptions, "unread">): Engine;
};

type GroupingEngine = {
  create(plan: RowPlan, options: EngineOptions): Engine;
  /** Sorts rows over several orders; null if each covers one. */
  compareRowKeys: CompiledDesign["compareRowKeys"];
  toGroupKey?: CompiledDesign["toRowKey"];
  /** Paths below Order that the grouping itself needs. */
  fields: readonly string[];
};

const fieldsOfVariant = [
  "lineItems.nodes.variant.id",
  "lineItems.nodes.title",
  "lineItems.nodes.variantTitle",
  "lineItems.nodes.sku",
] as const;

const engines: Readonly<Partial<Record<GroupingName, GroupingEngine>>> = {
  Orders: { create: rowPerLine, compareRowKeys: null, fields: ["lineItems.nodes.id"] },
  OnePerOrder: { create: rowPerOrder, compareRowKeys: null, fields: [] },
  Fulfillments: {
    create: rowPerFulfillment,
    compareRowKeys: null,
    fields: [
      "lineItems.nodes.id",
      ...sentFulfillmentFields,
      "fulfillments.fulfillmentLineItems.nodes.quantity",
      "fulfillments.fulfillmentLineItems.nodes.lineItem.id",
    ],
  },
  ProductVariants: {
    create: rowPerVariant,
    compareRowKeys: byTitle,
    toGroupKey: rowKeyOfLine.variant,
    fields: fieldsOfVariant,
  },
  ProductCombined: {
    create: rowPerProduct,
    compareRowKeys: byTitle,
    toGroupKey: rowKeyOfLine.product,
    fields: ["lineItems.nodes.product.id", "lineItems.nodes.title"],
  },
  BundleAndCustomizer: { create: rowPerBundle, compareRowKeys: null, fields: fieldsOfBundles },
  MassConstructionMealPrep: {
    create: rowPerVariantAndDay,
    compareRowKeys: byDay,
    toGroupKey: rowKeyOfLine.variantAndDay,
    fields: [...fieldsOfVariant, ...fieldsOfDeliveryDay],
  },
};

const fieldsOfParent = ["lineItems.nodes.lineItemGroup.title", "lineItems.nodes.lineItemGroup.quantity"] as const;

/** Fields that an aggregate needs beyond the column's own. */
const fieldsByAggregation: Readonly<Partial<Record<CellSlot["aggregation"], readonly string[]>>> = {
  prorate: ["lineItems.nodes.quantity"],
  prorateNet: ["lineItems.nodes.quantity", "lineItems.nodes.nonFulfillableQuantity"],
  wavg: ["lineItems.nodes.quantity"],
  listed: ["lineItems.nodes.name", "lineItems.nodes.quantity", ...fieldsOfParent],
  perBundle: ["lineItems.nodes.quantity", "lineItems.nodes.lineItemGroup.quantity"],
  sumVariants: ["lineItems.nodes.variant.id", "lineItems.nodes.variantTitle", "lineItems.nodes.sku"],
};

const alwaysFetched = ["id", "createdAt"] as const;

/**
 * Compiles the columns that the grouping allows. The sorted column may be hidden; one that is not allowed sorts
 * nothing.
 * @throws {UncompilableDesign} unknown grouping or column
 */
export const compileDesign = (
  design: { grouping: Grouping; columns: readonly ShownColumn[]; sortedBy?: SortingColumn | null },
  catalogue: ReadonlyMap<string, ColumnDefinition>,
): CompiledDesign => {
  const name = groupingName(design.grouping);
  const engine = name && engines[name];
  if (name === undefined || engine === undefined)
    throw new UncompilableDesign(`Reports cannot be grouped by ${design.grouping}.`);
  const columnByKey = configureColumns(catalogue, [...design.columns, ...(design.sortedBy ? [design.sortedBy] : [])]);
  const chosen = design.columns
    .map((column) => ({ column, definition: getDefinition(column.column, columnByKey) }))
    .filter(({ definition }) => definition.aggregate[name] !== undefined);
  const plan = planRow(
    { shown: chosen.map(({ definition }) => definition), sortedBy: design.sortedBy?.column ?? null },
    name,
    columnByKey,
  );
  // An aggregate that does not fit must fail before the first order is requested.
  engine.create(plan, { collate: compareCodePoints, trackMemory: () => undefined, unread: () => undefined });
  const slotFields = plan.slots.map((slot) => fieldsReadFor(slot, plan));
  const unread: UnreadSlots = (order) => {
    if (order.unread === undefined) return undefined;
    return new Set(slotFields.flatMap((fields, index) => (hasUnreadField(order, fields) ? [index] : [])));
  };
  const shownColumns = chosen.map(({ column, definition }) => ({
    key: definition.key,
    title: column.title ?? definition.title,
    type: definition.type,
    valueKind: definition.valueKind,
    identifier: definition.identifier,
    total: definition.total,
    width: column.width,
    format: formatFor(column.column, column.format),
    formula: formulaOf(column, definition),
  }));
  return {
    columns: withFormulaFigures(shownColumns),
    oncePerOrder: chosen.flatMap(({ definition }, index) =>
      definition.aggregate[name] === "orderOnce" ? [index] : [],
    ),
    sortSpec: createSortSpec(plan, design.sortedBy ?? null),
    fields: fieldsOf(plan, engine),
    requiredFields: [...alwaysFetched, ...engine.fields],
    columnFields: plan.shown.map((index) => slotFields[index] ?? []),
    readsLocalStatus: plan.slots.some(({ definition }) => definition.ownData === "localStatus"),
    compareRowKeys: engine.compareRowKeys,
    ...(engine.toGroupKey && { toRowKey: engine.toGroupKey }),
    createEngine: (options) => engine.create(plan, { ...options, unread }),
  };
};

/** A formula that yields numbers makes a number column (ADR 58). */
const withFormulaFigures = (columns: readonly CompiledColumn[]): CompiledColumn[] => {
  const figures = figuresOfFormulas(
    columns.map(({ formula }) => formula),
    columns.map(figuresIn),
  );
  return columns.map((column, index) => {
    const { isNumber, total } = figures[index] ?? {};
    return isNumber && total ? { ...column, type: ColumnType.Number, valueKind: "number", total } : column;
  });
};

const formulaOf = ({ custom }: ShownColumn, { takes = [] }: ColumnDefinition): string | null =>
  custom?.category === CustomColumnCategory.ExcelFormula && takes.includes(custom.category) ? custom.formula : null;

const createSortSpec = ({ slots, sortSlot }: RowPlan, sortedBy: SortingColumn | null): CompiledDesign["sortSpec"] => {
  const slot = sortSlot === null ? undefined : slots[sortSlot];
  return slot && sortedBy
    ? { valueKind: slot.definition.valueKind, descending: sortedBy.sorting === Sorting.Descending }
    : null;
};

/**
 * Fields that a level needs. For fulfillments: status tells if they were sent, time sorts, ids find fulfillment orders.
 */
const fieldsOfLevel = ({ definition: { level }, aggregation }: CellSlot): readonly string[] => {
  if (level === "fulfillment") return sentFulfillmentFields;
  return level === "fulfillmentOrder" && aggregation === "fulfillment"
    ? ["fulfillmentOrders.nodes.id", "fulfillments.fulfillmentOrders.nodes.id"]
    : [];
};

/** A column's own fields. For whole orders it may have others; units in a fulfillment need none. */
const fieldsOfColumn = ({ definition, aggregation }: CellSlot): readonly string[] => {
  if (aggregation === "fulfilled") return [];
  const ofOrder = definition.level === "line" && (aggregation === "order" || aggregation === "orderOnce");
  return (ofOrder ? definition.ofOrder?.fields : undefined) ?? definition.fields;
};

const fieldsOfSlot = (slot: CellSlot): readonly string[] => [
  ...fieldsOfColumn(slot),
  ...fieldsOfLevel(slot),
  ...(fieldsByAggregation[slot.aggregation] ?? []),
];

/** Fields that a cell is computed from; a calculated column has those of the slots it needs. */
const fieldsReadFor = (slot: CellSlot | undefined, plan: RowPlan): readonly string[] => {
  if (slot === undefined) return [];
  const { definition } = slot;
  if (definition.level !== "calc") return fieldsOfSlot(slot);
  return definition.needs.flatMap((key) =>
    fieldsReadFor(
      plan.slots.find((other) => other.definition.key === key),
      plan,
    ),
  );
};

const fieldsOf = ({ slots }: RowPlan, { fields }: GroupingEngine): string[] =>
  [...new Set([...alwaysFetched, ...fields, ...slots.flatMap(fieldsOfSlot)])].sort();
