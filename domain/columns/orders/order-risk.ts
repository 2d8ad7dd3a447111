import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { wholeOrder } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.risk,
  identifier: false,
  total: "none",
  aggregate: wholeOrder,
} as const;

/** Highest first. `NONE` and `PENDING` leave the cell empty (P-6). */
const levels = [
  ["HIGH", "High"],
  ["MEDIUM", "Medium"],
  ["LOW", "Low"],
] as const;

const silent: ReadonlySet<string> = new Set(["NONE", "PENDING"]);

export const orderRiskColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "Risk",
    title: "Risk",
    description: "How likely the order is to be fraudulent: Low, Medium or High.",
    note: "The highest of the store's assessments; empty if there is none.",
    fields: ["risk.assessments.riskLevel"],
    level: "order",
    read(order) {
      const found = new Set(order.risk?.assessments?.map(({ riskLevel }) => riskLevel));
      return levels.find(([word]) => found.has(word))?.[1];
    },
  },
  {
    ...text,
    key: "RiskRecomendation",
    title: "Risk recommendation",
    description: "What the store recommends doing with the order: accept, investigate or cancel.",
    note: "Empty if there is no recommendation.",
    fields: ["risk.recommendation"],
    level: "order",
    read({ risk }) {
      const word = risk?.recommendation;
      return word === undefined || silent.has(word) ? null : word.toLowerCase();
    },
  },
];
