import { sumAtoms, toAtoms } from "../columns/cells/cells.ts";
import type { Cell, CellContext, Value } from "../columns/definition.ts";
import { sendableUnits } from "../orders/fulfillment-status.ts";
import type { LineItem } from "../orders/order.ts";
import { sentFulfillments } from "../orders/sent-fulfillments.ts";
import { createAggregatorFactory } from "./aggregators.ts";
import { createBundleListFiller, createPerBundleFiller } from "./bundle-fillers.ts";
import type { CellFiller } from "./cell-filler.ts";
import { computeShare } from "./prorate.ts";
import { type CellSlot, UncompilableDesign } from "./row-plan.ts";
import { findFulfillmentOrders } from "./row-scope.ts";

const decimalOf = (cell: Cell | undefined): string | null => (cell?.kind === "number" ? cell.decimal : null);

/** Computes a calculated column. Columns that the grouping does not allow count as null. */
export const createCalculator = (
  { definition, toCell }: CellSlot,
  slots: readonly CellSlot[],
): ((before: readonly Cell[]) => Cell) => {
  if (definition.level !== "calc") throw new UncompilableDesign(`The column '${definition.key}' is not calculated.`);
  const { needs, compute } = definition;
  const slotIndexes = needs.map((key) => [key, slots.findIndex((slot) => slot.definition.key === key)] as const);
  return (before) => {
    const numbers: Record<string, string | null> = {};
    for (const [key, index] of slotIndexes) numbers[key] = decimalOf(before[index]);
    return toCell(compute(numbers));
  };
};

const gathered = (
  slot: CellSlot,
): ((values: readonly Value[], lines: readonly LineItem[] | null, context: CellContext) => Cell) => {
  // A list in toCell is cheaper than an aggregator for a row's few values. Joined numbers are text, so they need an
  // aggregator.
  const isText = slot.aggregation === "join" && slot.definition.valueKind !== "number";
  if (slot.aggregation === "sum" || isText) return (values) => slot.toCell(values.flatMap(toAtoms));
  const createFold = createAggregatorFactory(slot);
  return (values, lines, context) => {
    const fold = createFold(context);
    for (const [index, value] of values.entries()) fold.add(value, lines?.[index] ?? null);
    return fold.cell();
  };
};

const createAggregatingFiller = (slot: CellSlot): CellFiller => {
  const { definition } = slot;
  const gather = gathered(slot);
  switch (definition.level) {
    case "line":
      return {
        perOrder: false,
        fill: ({ order, lines, context }) =>
          gather(
            lines.map((line) => definition.read(line, order, context)),
            lines,
            context,
          ),
      };
    case "fulfillment":
      return {
        perOrder: true,
        fill: ({ order, context }) =>
          gather(
            sentFulfillments(order).map((fulfillment) => definition.read(fulfillment, order, context)),
            null,
            context,
          ),
      };
    case "fulfillmentOrder":
      return {
        perOrder: true,
        fill: ({ order, context }) =>
          gather(
            (order.fulfillmentOrders ?? []).map((one) => definition.read(one, order, context)),
            null,
            context,
          ),
      };
    case "order":
      return {
        perOrder: true,
        fill: ({ order, context }) => gather([definition.read(order, context)], null, context),
      };
    default:
      throw new UncompilableDesign(`The column '${definition.key}' reads nothing that can be brought together.`);
  }
};

const ofOrder = (slot: CellSlot): CellFiller => {
  const { definition, toCell } = slot;
  if (definition.level === "order")
    return { perOrder: true, fill: ({ order, context }) => toCell(definition.read(order, context)) };
  const own = definition.level === "line" ? definition.ofOrder : undefined;
  if (own === undefined) throw new UncompilableDesign(`The column '${definition.key}' does not read orders.`);
  return { perOrder: true, fill: ({ order, context }) => toCell(own.read(order, context)) };
};

const ofLine = ({ definition, toCell }: CellSlot): CellFiller => {
  if (definition.level !== "line") throw new UncompilableDesign(`The column '${definition.key}' does not read lines.`);
  return {
    perOrder: false,
    fill: ({ line, order, context }) => (line === null ? null : toCell(definition.read(line, order, context))),
  };
};

const ofFulfillment = ({ definition, toCell }: CellSlot): CellFiller => {
  const { level } = definition;
  if (level === "fulfillment")
    return {
      perOrder: false,
      fill: ({ sent, order, context }) =>
        sent === null ? null : toCell(definition.read(sent.fulfillment, order, context)),
    };
  if (level === "fulfillmentOrder")
    return {
      perOrder: false,
      fill: ({ sent, order, context }) =>
        sent === null
          ? null
          : toCell(
              findFulfillmentOrders(sent.fulfillment, order).flatMap((one) =>
                toAtoms(definition.read(one, order, context)),
              ),
            ),
    };
  throw new UncompilableDesign(`The column '${definition.key}' does not read fulfillments.`);
};

/** Prorates a line's value to a fulfillment. `unitsOf`: units that the line's amount covers. */
const prorated = (
  { definition, toCell }: CellSlot,
  unitsOf: (line: LineItem) => number | null | undefined,
): CellFiller => {
  if (definition.level !== "line") throw new UncompilableDesign(`The column '${definition.key}' does not read lines.`);
  return {
    perOrder: false,
    fill({ sent, line, order, context }) {
      const here = sent?.here ?? null;
      const whole = line && unitsOf(line);
      if (line === null || typeof whole !== "number" || sent === null || here === null) return null;
      const amount = sumAtoms(toAtoms(definition.read(line, order, context)));
      if (amount === null) return null;
      const units = { line: whole, before: sent.before, here };
      return toCell(computeShare(amount, units, definition.decimals ?? context.currencyDecimals));
    },
  };
};

/**
 * Chooses the filler for rows that are parts of one order.
 * @throws {UncompilableDesign} an aggregate that does not fit what the column reads
 */
export const createFiller = (slot: CellSlot, slots: readonly CellSlot[]): CellFiller => {
  const { definition, aggregation } = slot;
  if (definition.level === "blank" || aggregation === "blank") return { perOrder: true, fill: () => null };
  if (definition.level === "calc") {
    const compute = createCalculator(slot, slots);
    return { perOrder: false, fill: (_, before) => compute(before) };
  }
  switch (aggregation) {
    case "line":
      return ofLine(slot);
    case "order":
    case "orderOnce":
      return ofOrder(slot);
    case "fulfillment":
      return ofFulfillment(slot);
    case "fulfilled":
      return { perOrder: false, fill: ({ sent }) => slot.toCell(sent?.here) };
    case "prorate":
      return prorated(slot, ({ quantity }) => quantity);
    case "prorateNet":
      return prorated(slot, sendableUnits);
    case "listed":
      return createBundleListFiller(slot);
    case "perBundle":
      return createPerBundleFiller(slot);
    default:
      return createAggregatingFiller(slot);
  }
};
