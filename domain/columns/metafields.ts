import { type AttributeCategory, ColumnCategory, ColumnType, CustomColumnCategory } from "../enumerations.ts";
import { attributeSources } from "./attributes.ts";
import type { ColumnDefinition } from "./definition.ts";

const columnsPerKind = 3;

/** Columns that are empty until a metafield is chosen, but have their aggregates already. */
const metafieldColumns = (what: string, category: ColumnCategory, takes: AttributeCategory): ColumnDefinition[] =>
  Array.from({ length: columnsPerKind }, (_, index) => {
    const { aggregate, slowGroup } = attributeSources[takes]("");
    return {
      key: `${what}Metafield${index + 1}`,
      title: `${what} metafield ${index + 1}`,
      category,
      type: ColumnType.Text,
      valueKind: "text",
      description: `Value of a metafield of the ${what.toLowerCase()}.`,
      note: "Choose the metafield under Attribute. Until then, the column is empty. Values are current and shown as your store keeps them.",
      slowGroup,
      identifier: false,
      total: "none",
      takes: [takes],
      fields: [],
      level: "blank",
      aggregate,
    };
  });

export const productMetafieldColumns: readonly ColumnDefinition[] = [
  ...metafieldColumns("Product", ColumnCategory.Product, CustomColumnCategory.ProductMetafields),
  ...metafieldColumns("Variant", ColumnCategory.Product, CustomColumnCategory.VariantMetafields),
];

export const orderMetafieldColumns: readonly ColumnDefinition[] = metafieldColumns(
  "Order",
  ColumnCategory.Order,
  CustomColumnCategory.OrderMetafields,
);

export const customerMetafieldColumns: readonly ColumnDefinition[] = metafieldColumns(
  "Customer",
  ColumnCategory.Customer,
  CustomColumnCategory.CustomerMetafields,
);
