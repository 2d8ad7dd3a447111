import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { lineFirst, lineOfVariant } from "./aggregates.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const text = {
  category: ColumnCategory.Product,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.product,
  identifier: false,
  total: "none",
} as const;

const notKept = "Not kept with the order: empty when the product was deleted.";

/** What product and variant are now; the order kept none of it. */
export const productNowColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "Barcode",
    title: "Barcode",
    description: "Bar code (ISBN, UPC, GTIN) that the variant has now.",
    note: "Not kept with the order: empty when the variant was deleted.",
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
    description: "Type that the product has now.",
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
    description: "Tags that the product has now, separated by commas.",
    note: notKept,
    fields: ["lineItems.nodes.product.tags"],
    level: "line",
    read: (line) => line.product?.tags,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "ProductUrl",
    title: "Product URL",
    type: ColumnType.Link,
    description: "Address of the product in the online store.",
    note: "Empty when the product is not published there, or was deleted.",
    identifier: true,
    fields: ["lineItems.nodes.product.onlineStoreUrl"],
    level: "line",
    read: (line) => line.product?.onlineStoreUrl,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "ProductAdminUrl",
    title: "Product admin URL",
    type: ColumnType.Link,
    description: "Address of the product's page in the store's admin.",
    note: "Opens only for people who may see the store's admin; empty when the product was deleted.",
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
    description: "Titles of the collections that hold the product now, separated by commas.",
    note: notKept,
    slowGroup: SlowGroup.collection,
    fields: ["lineItems.nodes.product.collections.nodes.title"],
    level: "line",
    read: (line) => line.product?.collections?.map(({ title }) => title),
    aggregate: lineFirst,
  },
];
