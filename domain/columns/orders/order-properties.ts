import { ColumnCategory, ColumnType, CustomColumnCategory } from "../../enumerations.ts";
import { wholeOrder } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
  aggregate: wholeOrder,
} as const;

const takes = [CustomColumnCategory.NoteAttributes];

/** The n-th note attribute, hidden ones included, until one is chosen by name. */
const property = (number: number, nth: string): ColumnDefinition => ({
  ...text,
  key: `OrderProperty${number}`,
  title: `Order property ${number}`,
  description: `Value of the order's ${nth} additional detail (note attribute).`,
  note: "Counted as the order lists them, including hidden ones; the same place can hold a different detail in another order. Choose an attribute to get a detail by its name.",
  takes,
  fields: ["customAttributes.value"],
  level: "order",
  read: (order) => order.customAttributes?.[number - 1]?.value,
});

export const orderPropertyColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "OrderProperties",
    title: "Order properties",
    description: "All additional details (note attributes) of the order, each as name: value.",
    note: "Separated by commas, including hidden ones, whose names begin with _. Can hold personal data.",
    fields: ["customAttributes.key", "customAttributes.value"],
    level: "order",
    read: (order) => order.customAttributes?.map(({ key, value }) => `${key}: ${value ?? ""}`),
  },
  property(1, "first"),
  property(2, "second"),
  property(3, "third"),
];
