import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { sortOldestFirst } from "../../orders/refunds.ts";
import { wholeOrder } from "../aggregations.ts";
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

/** Dates and notes of all refunds, regardless of date. */
export const orderRefundColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "RefundDates",
    title: "Refund dates",
    valueKind: "datetime",
    description: "Dates and times of the order's refunds, oldest first.",
    note: "In the shop's time zone; all refunds, regardless of date.",
    fields: ["refunds.processedAt"],
    level: "order",
    read: (order) => sortOldestFirst(order.refunds ?? []).map(({ processedAt }) => processedAt),
  },
  {
    ...text,
    key: "LastRefundDate",
    title: "Last refund date",
    valueKind: "datetime",
    description: "Date and time of the order's last refund.",
    note: "In the shop's time zone; empty if nothing was refunded.",
    fields: ["refunds.processedAt"],
    level: "order",
    read: (order) => sortOldestFirst(order.refunds ?? []).at(-1)?.processedAt,
  },
  {
    ...text,
    key: "RefundNotes",
    title: "Refund notes",
    description: "Notes on the order's refunds, oldest first.",
    note: "Separated by commas; can hold line breaks and personal data.",
    fields: ["refunds.processedAt", "refunds.note"],
    level: "order",
    read: (order) => sortOldestFirst(order.refunds ?? []).map(({ note }) => note),
  },
];
