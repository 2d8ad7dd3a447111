import { type AttributeCategory, CustomColumnCategory } from "../enumerations.ts";
import { metafieldField } from "../orders/metafields.ts";
import type { Attribute } from "../orders/order.ts";
import { lineFirst, lineJoined, lineOfVariant, wholeOrder } from "./aggregations.ts";
import type { ColumnDefinition, ColumnSource } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

/** A chosen attribute sets these parts of a column. */
export type AttributeSource = Pick<ColumnDefinition, "slowGroup"> & (ColumnSource<"order"> | ColumnSource<"line">);

/** Finds attributes by name, without whitespace around it. */
const valuesNamed = (attributes: readonly Attribute[] | undefined, name: string): (string | null)[] | undefined =>
  attributes?.flatMap(({ key, value }) => (key.trim() === name.trim() ? [value] : []));

/** Reads attributes by name. Values are the platform's text; several of one name are joined. */
export const attributeSources: Readonly<Record<AttributeCategory, (name: string) => AttributeSource>> = {
  [CustomColumnCategory.NoteAttributes]: (name) => ({
    slowGroup: SlowGroup.None,
    fields: ["customAttributes.key", "customAttributes.value"],
    level: "order",
    read: (order) => valuesNamed(order.customAttributes, name),
    aggregate: wholeOrder,
  }),
  [CustomColumnCategory.Property]: (name) => ({
    slowGroup: SlowGroup.None,
    fields: ["lineItems.nodes.customAttributes.key", "lineItems.nodes.customAttributes.value"],
    level: "line",
    read: (line) => valuesNamed(line.customAttributes, name),
    aggregate: lineJoined,
  }),
  [CustomColumnCategory.ProductMetafields]: (name) => ({
    slowGroup: SlowGroup.product,
    fields: [`lineItems.nodes.product.${metafieldField(name)}.value`],
    level: "line",
    read: (line) => line.product?.[metafieldField(name)]?.value,
    aggregate: lineFirst,
  }),
  [CustomColumnCategory.VariantMetafields]: (name) => ({
    slowGroup: SlowGroup.variantMetadata,
    fields: [`lineItems.nodes.variant.${metafieldField(name)}.value`],
    level: "line",
    read: (line) => line.variant?.[metafieldField(name)]?.value,
    aggregate: lineOfVariant,
  }),
  [CustomColumnCategory.OrderMetafields]: (name) => ({
    slowGroup: SlowGroup.order,
    fields: [`${metafieldField(name)}.value`],
    level: "order",
    read: (order) => order[metafieldField(name)]?.value,
    aggregate: wholeOrder,
  }),
  [CustomColumnCategory.CustomerMetafields]: (name) => ({
    slowGroup: SlowGroup.customer,
    fields: [`customer.${metafieldField(name)}.value`],
    level: "order",
    read: (order) => order.customer?.[metafieldField(name)]?.value,
    aggregate: wholeOrder,
  }),
};
