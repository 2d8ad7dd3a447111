import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { type CustomerHistory, customerHistory } from "../../orders/customer-history.ts";
import { wholeOrder } from "../aggregations.ts";
import { formatYesNo } from "../cells/cells.ts";
import type { Atom, ColumnDefinition, ColumnSource } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const fromHistory = (read: (history: CustomerHistory) => Atom): ColumnSource<"order"> => ({
  fields: [
    "createdAt",
    "customer.orders.nodes.id",
    "customer.orders.nodes.createdAt",
    "customer.orders.nodes.cancelledAt",
    "customer.orders.nodes.test",
  ],
  level: "order",
  read: (order) => {
    const history = customerHistory(order);
    return history === null ? null : read(history);
  },
  aggregate: wholeOrder,
});

const text = {
  category: ColumnCategory.Customer,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.customerHistory,
  identifier: false,
  total: "none",
} as const;

const counted = "Cancelled and test orders do not count; orders before the report's date range do.";

/** The customer's earlier orders. Slow: each order requests all orders of its customer. */
export const customerHistoryColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "IsReturningCustomer",
    title: "Returning customer",
    description: "Yes if the customer had ordered before, otherwise No.",
    note: `${counted} Empty for orders without a customer.`,
    ...fromHistory((history) => formatYesNo(history.previousOrders > 0)),
  },
  {
    ...text,
    key: "CustomerFirstOrderDate",
    title: "Customer first order date",
    valueKind: "datetime",
    description: "Date and time of the customer's first order.",
    note: `${counted} This order itself can be the first. Empty for orders without a customer.`,
    ...fromHistory((history) => history.firstOrderAt),
  },
  {
    ...text,
    key: "PreviousOrderDate",
    title: "Previous order date",
    valueKind: "datetime",
    description: "Date and time of the customer's last order before this one.",
    note: `${counted} Empty for a first order. Empty for orders without a customer.`,
    ...fromHistory((history) => history.previousOrderAt),
  },
  {
    ...text,
    key: "PreviousOrdersCount",
    title: "Previous orders",
    type: ColumnType.Number,
    valueKind: "number",
    description: "Orders the customer had placed before this one.",
    note: `${counted} Empty for orders without a customer.`,
    ...fromHistory((history) => history.previousOrders),
  },
];
