import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { LineItem } from "../orders/order.ts";
import { lineFirst, lineOfVariant } from "./aggregates.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const pictureOf = (line: LineItem): string | null =>
  line.image?.url ?? line.product?.featuredMedia?.preview?.image?.url ?? null;

const text = { category: ColumnCategory.Product, type: ColumnType.Text, valueKind: "text", total: "none" } as const;

/** What was ordered: texts of the lines. */
export const productColumns: readonly ColumnDefinition[] = [
  {
    key: "Image",
    title: "Image",
    category: ColumnCategory.Product,
    type: ColumnType.Image,
    valueKind: "text",
    description: "Picture of the variant, else the first picture of its product.",
    note: "Empty when neither has one any more. CSV and XML show its address.",
    slowGroup: SlowGroup.None,
    identifier: false,
    total: "none",
    fields: ["lineItems.nodes.image.url", "lineItems.nodes.product.featuredMedia.preview.image.url"],
    level: "line",
    read: pictureOf,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "ProductTitle",
    title: "Product title",
    description: "Title of the product when it was ordered.",
    note: "Stays when the product is renamed or deleted later.",
    slowGroup: SlowGroup.None,
    identifier: false,
    fields: ["lineItems.nodes.title"],
    level: "line",
    read: (line) => line.title,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "VariantTitle",
    title: "Variant title",
    description: "Title of the variant when it was ordered, for example Blue / M.",
    note: "Empty for a product without options.",
    slowGroup: SlowGroup.None,
    identifier: false,
    fields: ["lineItems.nodes.variantTitle"],
    // The platform's name for the only variant of a product without options; never a merchant's own words.
    level: "line",
    read: (line) => (line.variantTitle === "Default Title" ? null : line.variantTitle),
    aggregate: lineOfVariant,
  },
  {
    ...text,
    key: "SKU",
    title: "SKU",
    description: "Stock keeping unit of the line when it was ordered.",
    note: "",
    slowGroup: SlowGroup.None,
    identifier: true,
    fields: ["lineItems.nodes.sku"],
    level: "line",
    read: (line) => line.sku,
    aggregate: lineOfVariant,
  },
  {
    ...text,
    key: "Vendor",
    title: "Vendor",
    description: "Vendor of the product when it was ordered.",
    note: "",
    slowGroup: SlowGroup.None,
    identifier: false,
    fields: ["lineItems.nodes.vendor"],
    level: "line",
    read: (line) => line.vendor,
    aggregate: lineFirst,
  },
  {
    ...text,
    key: "Barcode",
    title: "Barcode",
    description: "Bar code (ISBN, UPC, GTIN) that the variant has now.",
    note: "Not kept with the order: empty when the variant was deleted.",
    slowGroup: SlowGroup.product,
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
    note: "Not kept with the order: empty when the product was deleted.",
    slowGroup: SlowGroup.product,
    identifier: false,
    fields: ["lineItems.nodes.product.productType"],
    level: "line",
    read: (line) => line.product?.productType,
    aggregate: lineFirst,
  },
];
