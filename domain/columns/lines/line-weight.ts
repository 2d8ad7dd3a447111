import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { weightDecimals, weightIn, weightUnitSymbol } from "../../orders/weight.ts";
import { lineFirst, lineSum } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const number = {
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
} as const;
const weightFields = ["lineItems.nodes.weight.value", "lineItems.nodes.weight.unit"];

/** Weight of lines, in the shop's unit. */
export const lineWeightColumns: readonly ColumnDefinition[] = [
  {
    ...number,
    key: "Weight",
    title: "Weight",
    description: "Weight of one unit when it was ordered, in the shop's unit of weight.",
    note: "A row of several variants shows the range, lightest to heaviest; 'Weight unit' names the unit.",
    total: "none",
    fields: weightFields,
    level: "line",
    read: (line, _, { weightUnit }) => weightIn(weightUnit, line.weight),
    aggregate: {
      Orders: "line",
      ProductVariants: "first",
      Fulfillments: "line",
      ProductCombined: "range",
      BundleAndCustomizer: "perBundle",
      MassConstructionMealPrep: "first",
    },
  },
  {
    ...number,
    key: "WeightUnit",
    title: "Weight unit",
    type: ColumnType.Text,
    valueKind: "text",
    description: "Unit of 'Weight' and 'Line weight': kg, g, lb or oz.",
    note: "The shop's unit, whatever unit the product was weighed in; empty for a line without a weight.",
    total: "none",
    fields: ["lineItems.nodes.weight.unit"],
    level: "line",
    read: (line, _, { weightUnit }) => (line.weight?.unit === undefined ? null : weightUnitSymbol(weightUnit)),
    aggregate: lineFirst,
  },
  {
    ...number,
    key: "LineWeight",
    title: "Line weight",
    description: "Weight of all units ordered, in the shop's unit of weight.",
    note: "Includes units that were refunded or removed later.",
    total: "sum",
    decimals: weightDecimals,
    fields: [...weightFields, "lineItems.nodes.quantity"],
    level: "line",
    read: ({ weight, quantity }, _, { weightUnit }) =>
      quantity === undefined ? null : weightIn(weightUnit, weight, quantity),
    aggregate: lineSum,
  },
];
