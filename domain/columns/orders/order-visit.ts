import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { Order } from "../../orders/order.ts";
import { wholeOrder } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

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
  "From the last visit before the order. Empty if none is known (point of sale, drafts, no tracking consent) or still being processed.";

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

/** The customer's last visit before the order. */
export const orderVisitColumns: readonly ColumnDefinition[] = [
  utm("source", "Traffic source (utm_source), for example google."),
  utm("medium", "Traffic medium (utm_medium), for example email."),
  utm("campaign", "Campaign (utm_campaign), for example spring_sale."),
  utm("term", "Search term (utm_term), for example running shoes."),
  utm("content", "Ad or link (utm_content), for example top_banner."),
  {
    ...text,
    key: "LandingSite",
    title: "Landing page",
    type: ColumnType.Link,
    description: "First page of the store the customer saw in the last visit before the order.",
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
