import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { Order } from "../orders/order.ts";
import { wholeOrder } from "./aggregates.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.order,
  identifier: false,
  total: "none",
  aggregate: wholeOrder,
} as const;

const lastVisit = ({ customerJourneySummary: journey }: Order) =>
  journey?.ready === false ? null : journey?.lastVisit;

const fields = (field: string) => ["customerJourneySummary.ready", `customerJourneySummary.lastVisit.${field}`];
const note =
  "Of the last visit before the order. Empty when the store knows of none: point of sale, drafts, no consent, or not worked out yet.";

const utm = (name: "source" | "medium" | "campaign" | "term" | "content", description: string): ColumnDefinition => {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    ...text,
    key: `UTM${title}`,
    title: `UTM ${name}`,
    description,
    note,
    fields: fields(`utmParameters.${name}`),
    level: "order",
    read: (order) => lastVisit(order)?.utmParameters?.[name],
  };
};

/** How the customer came to the store. */
export const orderVisitColumns: readonly ColumnDefinition[] = [
  utm("source", "Source that the customer came from by its UTM parameter, for example google."),
  utm("medium", "Medium that the customer came by, by its UTM parameter, for example email."),
  utm("campaign", "Campaign that brought the customer, by its UTM parameter."),
  utm("term", "Search term that brought the customer, by its UTM parameter."),
  utm("content", "Advertisement or link that brought the customer, by its UTM parameter."),
  {
    ...text,
    key: "LandingSite",
    title: "Landing page",
    type: ColumnType.Link,
    description: "First page of the store that the customer saw in the last visit before the order.",
    note,
    identifier: true,
    fields: fields("landingPage"),
    level: "order",
    read: (order) => lastVisit(order)?.landingPage,
  },
  {
    ...text,
    key: "ReferringSite",
    title: "Referring site",
    type: ColumnType.Link,
    description: "Page or app that led the customer to the store.",
    note,
    identifier: true,
    fields: fields("referrerUrl"),
    level: "order",
    read: (order) => lastVisit(order)?.referrerUrl,
  },
];
