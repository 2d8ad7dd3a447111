import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { toDecimal } from "../../text/decimal.ts";
import { lineJoined, lineSum } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const common = { category: ColumnCategory.Product, slowGroup: SlowGroup.None, identifier: false } as const;
const note = (place: number): string =>
  `In the order in which the store lists taxes; empty if the line has no tax ${place}.`;

/** `index`: from 1. */
const taxLine = (index: number): readonly ColumnDefinition[] => [
  {
    ...common,
    key: `TaxLine${index}Title`,
    title: `Tax line ${index} title`,
    type: ColumnType.Text,
    valueKind: "text",
    description: `Name of tax ${index} of the line, for example VAT.`,
    note: note(index),
    total: "none",
    fields: ["lineItems.nodes.taxLines.title"],
    level: "line",
    read: (line) => line.taxLines?.[index - 1]?.title,
    aggregate: lineJoined,
  },
  {
    ...common,
    key: `TaxLine${index}Rate`,
    title: `Tax line ${index} rate`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Rate of tax ${index} of the line: 0.08 means 8%.`,
    note: note(index),
    total: "none",
    fields: ["lineItems.nodes.taxLines.rate"],
    level: "line",
    read(line) {
      const rate = line.taxLines?.[index - 1]?.rate ?? null;
      return rate === null ? null : toDecimal(rate);
    },
    aggregate: lineJoined,
  },
  {
    ...common,
    key: `TaxLine${index}Price`,
    title: `Tax line ${index} amount`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Amount of tax ${index} of the line, in the shop's currency.`,
    note: `Includes the tax of units that were refunded or removed later; empty if the line has no tax ${index}. In rows of several lines, different taxes at this place are added together.`,
    total: "sum",
    fields: ["lineItems.nodes.taxLines.priceSet.shopMoney.amount"],
    level: "line",
    read: (line) => getShopAmount(line.taxLines?.[index - 1]?.priceSet),
    aggregate: lineSum,
  },
];

export const lineTaxColumns: readonly ColumnDefinition[] = [1, 2, 3].flatMap(taxLine);
