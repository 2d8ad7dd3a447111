import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { decimalOfNumber } from "../../text/decimal.ts";
import { lineJoined, lineSum } from "../aggregations.ts";
import { shopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const common = { category: ColumnCategory.Product, slowGroup: SlowGroup.None, identifier: false } as const;
const note = (place: number): string =>
  `In the order in which the store lists taxes; empty if the line has no tax ${place}.`;

/** One of a line's taxes, counted from 1. */
const taxLine = (place: number): readonly ColumnDefinition[] => [
  {
    ...common,
    key: `TaxLine${place}Title`,
    title: `Tax line ${place} title`,
    type: ColumnType.Text,
    valueKind: "text",
    description: `Name of tax ${place} of the line, for example VAT.`,
    note: note(place),
    total: "none",
    fields: ["lineItems.nodes.taxLines.title"],
    level: "line",
    read: (line) => line.taxLines?.[place - 1]?.title,
    aggregate: lineJoined,
  },
  {
    ...common,
    key: `TaxLine${place}Rate`,
    title: `Tax line ${place} rate`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Rate of tax ${place} of the line: 0.08 means 8%.`,
    note: note(place),
    total: "none",
    fields: ["lineItems.nodes.taxLines.rate"],
    level: "line",
    read(line) {
      const rate = line.taxLines?.[place - 1]?.rate ?? null;
      return rate === null ? null : decimalOfNumber(rate);
    },
    aggregate: lineJoined,
  },
  {
    ...common,
    key: `TaxLine${place}Price`,
    title: `Tax line ${place} amount`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Amount of tax ${place} of the line, in the shop's currency.`,
    note: `Includes the tax of units that were refunded or removed later; empty if the line has no tax ${place}. In rows of several lines, different taxes at this place are added together.`,
    total: "sum",
    fields: ["lineItems.nodes.taxLines.priceSet.shopMoney.amount"],
    level: "line",
    read: (line) => shopAmount(line.taxLines?.[place - 1]?.priceSet),
    aggregate: lineSum,
  },
];

export const lineTaxColumns: readonly ColumnDefinition[] = [1, 2, 3].flatMap(taxLine);
