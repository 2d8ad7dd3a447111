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

/** Returns an option, but not Title, the platform's default option for products without any. */
const optionOf = ({ variant }: LineItem, place: number): { name?: string; value?: string } | undefined => {
  const option = variant?.selectedOptions?.[place - 1];
  return place === 1 && option?.name === "Title" && option.value === "Default Title" ? undefined : option;
};

const path = "lineItems.nodes.variant.selectedOptions";

const option = (index: number, name: string, value: string): readonly ColumnDefinition[] => [
  {
    ...common,
    key: `VariantOption${index}Name`,
    title: `Option ${index} name`,
    description: `Name of option ${index} of the variant, for example ${name}.`,
    fields: index === 1 ? [`${path}.name`, `${path}.value`] : [`${path}.name`],
    level: "line",
    read: (line) => optionOf(line, index)?.name,
    aggregate: lineFirst,
  },
  {
    ...common,
    key: `VariantOption${index}Value`,
    title: `Option ${index} value`,
    description: `Value of option ${index} of the variant, for example ${value}.`,
    fields: index === 1 ? [`${path}.name`, `${path}.value`] : [`${path}.value`],
    level: "line",
    read: (line) => optionOf(line, index)?.value,
    aggregate: lineOfVariant,
  },
];

export const productOptionColumns: readonly ColumnDefinition[] = [
  ...option(1, "Color", "Blue"),
  ...option(2, "Size", "M"),
  ...option(3, "Material", "Linen"),
];
