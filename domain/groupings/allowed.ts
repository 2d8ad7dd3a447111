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

/** Name of a grouping in the catalogue; undefined when reports cannot be grouped so. */
export const groupingName = (grouping: Grouping): GroupingName | undefined => groupingNames.get(grouping);

/** A visible column that the grouping does not allow is greyed in the designer and absent from files. */
export const isAllowed = (column: Pick<ColumnDefinition, "aggregate">, grouping: Grouping): boolean => {
  const name = groupingName(grouping);
  return name !== undefined && column.aggregate[name] !== undefined;
};
