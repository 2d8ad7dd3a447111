import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { exchangeRate } from "../../orders/exchange-rate.ts";
import { onceInOrder, wholeOrder, wholeOrderJoined } from "../aggregations.ts";
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
const number = { ...text, type: ColumnType.Number, valueKind: "number" } as const;

export const orderOriginColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "AppName",
    title: "Created by app",
    description: "Name of the app that created the order, for example Online Store.",
    note: "",
    fields: ["app.name"],
    level: "order",
    read: (order) => order.app?.name,
  },
  {
    ...text,
    key: "SourceName",
    title: "Source name",
    description:
      "Source of the order as the store's systems call it: web, pos, shopify_draft_order or the number of an app.",
    note: "'Sales channel' has the name you know it by.",
    identifier: true,
    fields: ["sourceName"],
    level: "order",
    read: (order) => order.sourceName,
  },
  {
    ...text,
    key: "PosLocation",
    title: "POS location",
    description: "Location of the point of sale that took the order.",
    note: "Empty for orders that were not taken there.",
    slowGroup: SlowGroup.order,
    fields: ["retailLocation.name"],
    level: "order",
    read: (order) => order.retailLocation?.name,
    aggregate: wholeOrderJoined,
  },
  {
    ...text,
    key: "PaymentGateways",
    title: "Payment gateways",
    description: "Payment services used for the order, as the store's systems call them, for example paypal.",
    note: "Separated by commas. Faster than the transaction columns.",
    fields: ["paymentGatewayNames"],
    level: "order",
    read: (order) => order.paymentGatewayNames,
    aggregate: wholeOrderJoined,
  },
  {
    ...text,
    key: "CustomerLocale",
    title: "Checkout language",
    description: "Language in which the customer checked out, for example en or fr-CA.",
    note: "Empty for orders without a check-out.",
    identifier: true,
    fields: ["customerLocale"],
    level: "order",
    read: (order) => order.customerLocale,
  },
  {
    ...text,
    key: "PresentmentCurrency",
    title: "Customer currency",
    description: "Code of the currency in which the customer paid.",
    note: "Amounts of other columns are in the shop's currency.",
    identifier: true,
    fields: ["presentmentCurrencyCode"],
    level: "order",
    read: (order) => order.presentmentCurrencyCode,
  },
  {
    ...number,
    key: "ExchangeRate",
    title: "Exchange rate",
    description: "What the customer paid in their currency for one unit of the shop's currency.",
    note: "Order total in the customer's currency divided by that in the shop's, to 6 decimals; 1 if the currencies are the same.",
    fields: [
      "presentmentCurrencyCode",
      "currencyCode",
      "totalPriceSet.shopMoney.amount",
      "totalPriceSet.presentmentMoney.amount",
    ],
    level: "order",
    read: exchangeRate,
  },
  {
    ...number,
    key: "OrderTotalPresentment",
    title: "Order total (customer currency)",
    description: "Total of the order before refunds, in the currency in which the customer paid.",
    note: "On the first row of each order only. Has no total: orders can be in different currencies.",
    fields: ["totalPriceSet.presentmentMoney.amount"],
    level: "order",
    read: (order) => order.totalPriceSet?.presentmentMoney?.amount,
    aggregate: onceInOrder,
  },
];
