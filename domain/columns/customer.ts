import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { wholeOrder } from "./aggregates.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const text = {
  category: ColumnCategory.Customer,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
} as const;

/** Who ordered. */
export const customerColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "CustomerName",
    title: "Customer name",
    description: "Full name of the customer.",
    note: "Empty for guests without an account. Personal data.",
    fields: ["customer.displayName"],
    level: "order",
    read: (order) => order.customer?.displayName,
    aggregate: wholeOrder,
  },
];
