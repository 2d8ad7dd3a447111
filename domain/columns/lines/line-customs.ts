import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { lineOfVariant } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Product,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.inventoryItem,
  identifier: true,
  total: "none",
  aggregate: lineOfVariant,
} as const;

export const lineCustomsColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "HarmonizedCode",
    title: "Harmonized system code",
    description: "Customs code (HS code) of the item.",
    note: "The code by which duties were charged with the order, otherwise the variant's current one.",
    fields: [
      "lineItems.nodes.duties.harmonizedSystemCode",
      "lineItems.nodes.variant.inventoryItem.harmonizedSystemCode",
    ],
    level: "line",
    read: ({ duties, variant }) => {
      const charged = duties?.flatMap(({ harmonizedSystemCode }) => harmonizedSystemCode ?? []) ?? [];
      return charged.length > 0 ? charged : variant?.inventoryItem?.harmonizedSystemCode;
    },
  },
  {
    ...text,
    key: "CountryOfOrigin",
    title: "Country of origin",
    description: "Two-letter code of the country in which the item was made.",
    note: "As the variant says now; empty if none is entered or the variant has been deleted.",
    fields: ["lineItems.nodes.variant.inventoryItem.countryCodeOfOrigin"],
    level: "line",
    read: (line) => line.variant?.inventoryItem?.countryCodeOfOrigin,
  },
];
