import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { listFormats } from "../../file-formats.ts";
import type { LineItem } from "../../orders/order.ts";
import { lineFirst, lineOfVariant } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const pictureOf = (line: LineItem): string | null =>
  line.image?.url ?? line.product?.featuredMedia?.preview?.image?.url ?? null;

/** Null for 'Default Title', the platform's name for the only variant of a product without options. */
const variantTitleOf = ({ variantTitle }: LineItem): string | null | undefined =>
  variantTitle === "Default Title" ? null : variantTitle;

const text = { category: ColumnCategory.Product, type: ColumnType.Text, valueKind: "text", total: "none" } as const;

const variantPart = (part: number, what: string): ColumnDefinition => ({
  ...text,
  key: `VariantPart${part}`,
  title: `Variant part ${part}`,
  description: `Part ${part} of the variant's title: ${what}.`,
  note: "The title is split at ' / ', so an option value that contains ' / ' counts as two parts.",
  slowGroup: SlowGroup.None,
  identifier: false,
  fields: ["lineItems.nodes.variantTitle"],
  level: "line",
  read: (line) => variantTitleOf(line)?.split(" / ")[part - 1],
  aggregate: lineOfVariant,
});

/** Columns of ordered products. Texts are as they were when ordered; the image is the current one. */
export const productColumns: readonly ColumnDefinition[] = [
  {
    key: "Image",
    title: "Image",
    category: ColumnCategory.Product,
    type: ColumnType.Image,
    valueKind: "text",
    description: "Picture of the variant or, if it has none, the product's featured picture.",
    note: `Empty if neither has one any more. ${listFormats(({ holds }) => holds.pictures === 0, "and")} show its address.`,
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
    note: "Stays the same if the product is renamed or deleted later.",
    slowGroup: SlowGroup.None,
    identifier: false,
    fields: ["lineItems.nodes.title"],
    level: "line",
    read: (line) => line.title,
    aggregate: { ...lineFirst, BundleAndCustomizer: "listed" },
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
    level: "line",
    read: variantTitleOf,
    aggregate: lineOfVariant,
  },
  variantPart(1, "the first option, for example Blue of Blue / M"),
  variantPart(2, "the second option, for example M of Blue / M"),
  variantPart(3, "the third option"),
  variantPart(4, "anything after the third option"),
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
];
