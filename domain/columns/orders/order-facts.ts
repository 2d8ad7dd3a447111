import { ColumnCategory, ColumnType, DateBasis } from "../../enumerations.ts";
import type { Order } from "../../orders/order.ts";
import { momentReaders } from "../../orders/order-moments.ts";
import { wholeOrder } from "../aggregations.ts";
import { formatYesNo } from "../cells/cells.ts";
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
const identifier = { ...text, identifier: true } as const;
const moment = { ...text, valueKind: "datetime" } as const;

/** The moment of a date that counts, ISO UTC; empty if it never happened. */
const readMoment =
  (basis: DateBasis) =>
  (order: Order): string | null => {
    const [moment] = momentReaders[basis].read(order);
    return moment === undefined ? null : new Date(moment.at).toISOString();
  };

export const orderFactColumns: readonly ColumnDefinition[] = [
  {
    ...identifier,
    key: "OrderId",
    title: "Order ID",
    description: "The store's internal number of the order.",
    note: "It never changes and is never reused. It is not the number that customers see.",
    fields: ["legacyResourceId"],
    level: "order",
    read: (order) => order.legacyResourceId,
  },
  {
    ...text,
    key: "OrderSequence",
    title: "Order sequence number",
    type: ColumnType.Number,
    valueKind: "number",
    description: "Number of the order without the store's prefix and suffix.",
    note: "It sorts as a number.",
    fields: ["number"],
    level: "order",
    read: (order) => order.number,
  },
  {
    ...identifier,
    key: "ConfirmationNumber",
    title: "Confirmation number",
    description: "Letters and digits shown to the customer at check-out.",
    note: "Two orders can have the same one.",
    fields: ["confirmationNumber"],
    level: "order",
    read: (order) => order.confirmationNumber,
  },
  {
    ...identifier,
    key: "PoNumber",
    title: "PO number",
    description: "Number of the customer's purchase order.",
    note: "Empty if none was given.",
    fields: ["poNumber"],
    level: "order",
    read: (order) => order.poNumber,
  },
  {
    ...identifier,
    key: "Phone",
    title: "Phone",
    description: "Phone number given with the order.",
    note: "The addresses have their own phone numbers. Personal data.",
    fields: ["phone"],
    level: "order",
    read: (order) => order.phone,
  },
  {
    ...moment,
    key: "ProcessedDate",
    title: "Processed date",
    description: "Date and time at which the order was processed.",
    note: "In the shop's time zone. Orders brought in from another system keep the date they had there.",
    fields: ["processedAt"],
    level: "order",
    read: (order) => order.processedAt,
  },
  {
    ...moment,
    key: "PaidDate",
    title: "Paid date",
    description: "Date and time at which the payments covered the order's total.",
    note: "In the shop's time zone; empty until then. Later edits and refunds don't change it.",
    slowGroup: SlowGroup.transaction,
    fields: momentReaders[DateBasis.paid].fields,
    level: "order",
    read: readMoment(DateBasis.paid),
  },
  {
    ...moment,
    key: "FulfilledDate",
    title: "Fulfilled date",
    description: "Date and time at which the last part of the order was sent.",
    note: "In the shop's time zone; empty until all of it is sent.",
    fields: momentReaders[DateBasis.fulfilled].fields,
    level: "order",
    read: readMoment(DateBasis.fulfilled),
  },
  {
    ...moment,
    key: "UpdatedDate",
    title: "Updated date",
    description: "Date and time at which the order was last changed.",
    note: "In the shop's time zone.",
    fields: ["updatedAt"],
    level: "order",
    read: (order) => order.updatedAt,
  },
  {
    ...moment,
    key: "ClosedDate",
    title: "Closed date",
    description: "Date and time at which the order was archived.",
    note: "In the shop's time zone; empty while the order is open.",
    fields: ["closedAt"],
    level: "order",
    read: (order) => order.closedAt,
  },
  {
    ...text,
    key: "OrderState",
    title: "Order state",
    description: "Where the order stands: open, closed or cancelled.",
    note: "A cancelled order is cancelled, whether it was archived or not.",
    fields: ["cancelledAt", "closed"],
    level: "order",
    read({ cancelledAt, closed }) {
      if (typeof cancelledAt === "string") return "cancelled";
      return closed === undefined ? null : closed ? "closed" : "open";
    },
  },
  {
    ...text,
    key: "ReturnStatus",
    title: "Return status",
    description: "State of the order's returns: no_return, return_requested, in_progress, returned and others.",
    note: "Units refunded without a return leave it as it is.",
    fields: ["returnStatus"],
    level: "order",
    read: (order) => order.returnStatus?.toLowerCase(),
  },
  {
    ...text,
    key: "IsTest",
    title: "Test order",
    description: "Yes if the order was paid through a test gateway, otherwise No.",
    note: "No money moved for a test order.",
    fields: ["test"],
    level: "order",
    read: (order) => formatYesNo(order.test),
  },
  {
    ...text,
    key: "IsEdited",
    title: "Edited",
    description: "Yes if the order was edited after it was placed, otherwise No.",
    note: "",
    fields: ["edited"],
    level: "order",
    read: (order) => formatYesNo(order.edited),
  },
  {
    ...text,
    key: "FullyPaid",
    title: "Fully paid",
    description: "Yes if nothing is left to pay, otherwise No.",
    note: "'Outstanding balance' says how much is left.",
    fields: ["fullyPaid"],
    level: "order",
    read: (order) => formatYesNo(order.fullyPaid),
  },
  {
    ...text,
    key: "TaxesIncluded",
    title: "Taxes included",
    description: "Yes if the order's prices include tax, otherwise No.",
    note: "",
    fields: ["taxesIncluded"],
    level: "order",
    read: (order) => formatYesNo(order.taxesIncluded),
  },
  {
    ...text,
    key: "TaxExempt",
    title: "Tax exempt",
    description: "Yes if the order is exempt from tax, otherwise No.",
    note: "",
    fields: ["taxExempt"],
    level: "order",
    read: (order) => formatYesNo(order.taxExempt),
  },
];
