import type { ColumnDefinition, GroupingName } from "../columns/definition.ts";
import { Grouping } from "../enumerations.ts";

const groupingNames: ReadonlyMap<Grouping, GroupingName> = new Map([
  [Grouping.Orders, "Orders"],
  [Grouping.ProductVariants, "ProductVariants"],
  [Grouping.OnePerOrder, "OnePerOrder"],
  [Grouping.Fulfillments, "Fulfillments"],
  [Grouping.ProductCombined, "ProductCombined"],
  [Grouping.BundleAndCustomizer, "BundleAndCustomizer"],
  [Grouping.MassConstructionMealPrep, "MassConstructionMealPrep"],
]);

/** Returns undefined if reports do not support the grouping. */
export const groupingName = (grouping: Grouping): GroupingName | undefined => groupingNames.get(grouping);

/** True if the grouping allows the column. Others are greyed in the designer and absent from files. */
export const isAllowed = (column: Pick<ColumnDefinition, "aggregate">, grouping: Grouping): boolean => {
  const name = groupingName(grouping);
  return name !== undefined && column.aggregate[name] !== undefined;
};
