import { attributeCategories, ColumnCategory, ColumnType, CustomColumnCategory } from "../enumerations.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const customColumnCount = 110;

const takes = [CustomColumnCategory.Empty, CustomColumnCategory.ExcelFormula, ...attributeCategories];

/** Merchants' own columns (S-2.3.6): filled by hand, until a formula or an attribute is set (R-36). */
export const customColumns: readonly ColumnDefinition[] = Array.from({ length: customColumnCount }, (_, index) => ({
  key: `Custom${index + 1}`,
  title: `Custom ${index + 1}`,
  category: ColumnCategory.Custom,
  type: ColumnType.Text,
  valueKind: "text",
  description: "An empty column, for you to fill in once the report is made.",
  note: "Give it your own title. You can choose an attribute of the order, product or customer for it and, if your shop can edit custom columns, write a formula.",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
  takes,
  fields: [],
  level: "blank",
  aggregate: {
    Orders: "blank",
    ProductVariants: "blank",
    OnePerOrder: "blank",
    Fulfillments: "blank",
    ProductCombined: "blank",
    BundleAndCustomizer: "blank",
    MassConstructionMealPrep: "blank",
  },
}));
