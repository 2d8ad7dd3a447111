import { ColumnCategory, ColumnType, CustomColumnCategory } from "../../enumerations.ts";
import { deliveryDay, fieldsOfDeliveryDay } from "../../orders/delivery-day.ts";
import { shownProperties } from "../../orders/properties.ts";
import { lineJoined } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Product,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
  aggregate: lineJoined,
} as const;

/** A column that is empty until a property is chosen. */
const property = (place: number): ColumnDefinition => ({
  ...text,
  key: `LineProperty${place}`,
  title: `Line property ${place}`,
  description: "Value of a property of the line, such as an engraving.",
  note: "Choose the property under Attribute. Until then, the column is empty. Can hold personal data.",
  takes: [CustomColumnCategory.Property],
  fields: [],
  level: "blank",
});

export const linePropertyColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "LineProperties",
    title: "Line properties",
    description: "All properties of the line, each as name: value.",
    note: "Separated by commas; hidden ones, whose names begin with _, are left out. Can hold personal data.",
    fields: ["lineItems.nodes.customAttributes.key", "lineItems.nodes.customAttributes.value"],
    level: "line",
    read: (line) => shownProperties(line.customAttributes).map(({ key, value }) => `${key}: ${value ?? ""}`),
  },
  ...[1, 2, 3].map(property),
  {
    ...text,
    key: "DeliveryDate",
    title: "Delivery date",
    description: "Day for which the line was ordered: its property 'Delivery date', otherwise that of the order.",
    note: "Shown as 2026-12-24 where the day is certain, otherwise as it was written. 'Delivery day', 'Shipping date' and 'Pickup date' count too.",
    fields: fieldsOfDeliveryDay,
    level: "line",
    read: deliveryDay,
    aggregate: { ...lineJoined, MassConstructionMealPrep: "first" },
  },
];
