import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { LineItem } from "../../orders/order.ts";
import { lineFirst, lineOfVariant } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const common = {
  category: ColumnCategory.Product,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.product,
  identifier: false,
  total: "none",
  note: "As the variant is now; empty if it has been deleted. 'Variant part' columns have what it was when ordered.",
} as const;

/**
 * The n-th option of the variant. Skips the default option, Title, that the platform adds to products without options.
 */
const optionOf = ({ variant }: LineItem, place: number): { name?: string; value?: string } | undefined => {
  const option = variant?.selectedOptions?.[place - 1];
  return place === 1 && option?.name === "Title" && option.value === "Default Title" ? undefined : option;
};

const path = "lineItems.nodes.variant.selectedOptions";

const option = (place: number, name: string, value: string): readonly ColumnDefinition[] => [
  {
    ...common,
    key: `VariantOption${place}Name`,
    title: `Option ${place} name`,
    description: `Name of option ${place} of the variant, for example ${name}.`,
    fields: place === 1 ? [`${path}.name`, `${path}.value`] : [`${path}.name`],
    level: "line",
    read: (line) => optionOf(line, place)?.name,
    aggregate: lineFirst,
  },
  {
    ...common,
    key: `VariantOption${place}Value`,
    title: `Option ${place} value`,
    description: `Value of option ${place} of the variant, for example ${value}.`,
    fields: place === 1 ? [`${path}.name`, `${path}.value`] : [`${path}.value`],
    level: "line",
    read: (line) => optionOf(line, place)?.value,
    aggregate: lineOfVariant,
  },
];

export const productOptionColumns: readonly ColumnDefinition[] = [
  ...option(1, "Color", "Blue"),
  ...option(2, "Size", "M"),
  ...option(3, "Material", "Linen"),
];
