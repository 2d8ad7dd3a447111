import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import { financialWord, fulfillmentWords } from "../../orders/status-words.ts";

type Labels<Status extends number> = readonly { value: Status; label: string; note?: string }[];

/** Statuses in the order of S-1.3; R-22 defines them. */
const financialLabels: Labels<FinancialStatus> = [
  { value: FinancialStatus.any, label: "Any" },
  { value: FinancialStatus.authorized, label: financialWord("authorized") },
  { value: FinancialStatus.pending, label: financialWord("pending") },
  { value: FinancialStatus.paid, label: financialWord("paid") },
  { value: FinancialStatus.partially_paid, label: financialWord("partially_paid") },
  { value: FinancialStatus.paid_and_partially_paid, label: "Paid or partially paid" },
  { value: FinancialStatus.refunded, label: financialWord("refunded") },
  { value: FinancialStatus.voided, label: financialWord("voided") },
  { value: FinancialStatus.partially_refunded, label: financialWord("partially_refunded") },
  { value: FinancialStatus.unpaid, label: "Unpaid", note: "pending, authorized or partially paid" },
  { value: FinancialStatus.has_paid, label: "Has paid", note: "paid, also when refunded since" },
  { value: FinancialStatus.paid_and_partially_refunded, label: "Paid or partially refunded" },
  { value: FinancialStatus.paid_and_authorized, label: "Paid or authorized" },
  { value: FinancialStatus.has_paid_and_authorized, label: "Has paid or authorized" },
  { value: FinancialStatus.has_paid_and_pending, label: "Has paid or pending" },
];

const fulfillmentLabels: Labels<FulfillmentStatus> = [
  { value: FulfillmentStatus.any, label: "Any" },
  { value: FulfillmentStatus.shipped, label: fulfillmentWords.fulfilled },
  { value: FulfillmentStatus.partial, label: fulfillmentWords.partial },
  { value: FulfillmentStatus.unshipped, label: fulfillmentWords.Pending },
  { value: FulfillmentStatus.hasPending, label: "Has something to ship", note: "unshipped or partially shipped" },
];

const orderLabels: Labels<OrderStatus> = [
  { value: OrderStatus.any, label: "Any" },
  { value: OrderStatus.open, label: "Open" },
  { value: OrderStatus.closed, label: "Closed" },
  { value: OrderStatus.cancelled, label: "Cancelled" },
];

export const statusFields = [
  { field: "financial_status", label: "Financial status", labels: financialLabels },
  { field: "fulfillment_status", label: "Fulfillment status", labels: fulfillmentLabels },
  { field: "order_status", label: "Order status", labels: orderLabels },
] as const;
