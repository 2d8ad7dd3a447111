import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { lineFirst, lineOfVariant } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Product,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.product,
  identifier: false,
  total: "none",
} as const;

const notKept = "Not stored with the order: empty if the product has been deleted.";

/** Current data of product and variant, not stored with the order. */
export const currentProductColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "Barcode",
    title: "Barcode",
    description: "Current barcode of the variant (ISBN, UPC, GTIN).",
    note: "Not stored with the order: empty if the variant has been deleted.",
    identifier: true,
    fields: ["lineItems.nodes.variant.barcode"],
    level: "line",
    read: (line) => line.variant?.barcode,
    aggregate: lineOfVariant,
  },
  {
    ...text,
    key: "ProductType",
    title: "Product type",
    description: "Current type of the product.",
    note: notKept,
    fields: ["lineItems.nodes.product.productType"],
    level: "line",
    read: (line) => line.product?.productType,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "ProductTags",
    title: "Product tags",
    description: "Current tags of the product, separated by commas.",
    note: notKept,
    fields: ["lineItems.nodes.product.tags"],
    level: "line",
    read: (line) => line.product?.tags,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "ProductUrl",
    linkTitle: "ProductTitle",
    title: "Product URL",
    type: ColumnType.Link,
    description: "Address of the product in the online store.",
    note: "Empty if the product is not published there or has been deleted.",
    identifier: true,
    fields: ["lineItems.nodes.product.onlineStoreUrl"],
    level: "line",
    read: (line) => line.product?.onlineStoreUrl,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "ProductAdminUrl",
    linkTitle: "ProductTitle",
    title: "Product admin URL",
    type: ColumnType.Link,
    description: "Address of the product's page in the store's admin.",
    note: "Opens only for people with access to the store's admin. Empty if the product has been deleted.",
    slowGroup: SlowGroup.None,
    identifier: true,
    fields: ["lineItems.nodes.product.legacyResourceId"],
    level: "line",
    read: ({ product }, _, { adminUrl }) =>
      product?.legacyResourceId === undefined ? null : `${adminUrl}/products/${product.legacyResourceId}`,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "Collections",
    title: "Collections",
    description: "Titles of the collections the product is in now, separated by commas.",
    note: notKept,
    slowGroup: SlowGroup.collection,
    fields: ["lineItems.nodes.product.collections.nodes.title"],
    level: "line",
    read: (line) => line.product?.collections?.map(({ title }) => title),
    aggregate: lineFirst,
  },
];
