import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../enumerations.ts";
import { orderFulfillmentLabel } from "../orders/fulfillment-status.ts";
import type { Order } from "../orders/order.ts";

const unpaid = ["pending", "authorized", "partially_paid"];
const hasPaid = ["paid", "partially_refunded", "refunded"];

/** The platform's names; null for any. */
export const platformFinancialStatuses: Readonly<Record<FinancialStatus, readonly string[] | null>> = {
  [FinancialStatus.any]: null,
  [FinancialStatus.authorized]: ["authorized"],
  [FinancialStatus.pending]: ["pending"],
  [FinancialStatus.paid]: ["paid"],
  [FinancialStatus.partially_paid]: ["partially_paid"],
  [FinancialStatus.paid_and_partially_paid]: ["paid", "partially_paid"],
  [FinancialStatus.refunded]: ["refunded"],
  [FinancialStatus.voided]: ["voided"],
  [FinancialStatus.partially_refunded]: ["partially_refunded"],
  [FinancialStatus.unpaid]: unpaid,
  [FinancialStatus.has_paid]: hasPaid,
  [FinancialStatus.paid_and_partially_refunded]: ["paid", "partially_refunded"],
  [FinancialStatus.paid_and_authorized]: ["paid", "authorized"],
  [FinancialStatus.has_paid_and_authorized]: [...hasPaid, "authorized"],
  [FinancialStatus.has_paid_and_pending]: [...hasPaid, "pending"],
};

/** `fields`: the paths it reads. Null if every order passes. */
type StatusTest = { holds: (order: Order) => boolean; fields: readonly string[] } | null;

export const financialTest = (status: FinancialStatus): StatusTest => {
  const words = platformFinancialStatuses[status];
  if (words === null) return null;
  const wanted = new Set(words.map((word) => word.toUpperCase()));
  return {
    holds: ({ displayFinancialStatus: own }) => typeof own === "string" && wanted.has(own),
    fields: ["displayFinancialStatus"],
  };
};

const fulfillmentTests: Readonly<Record<FulfillmentStatus, ((shown: string) => boolean) | null>> = {
  [FulfillmentStatus.any]: null,
  [FulfillmentStatus.shipped]: (shown) => shown === "FULFILLED",
  [FulfillmentStatus.partial]: (shown) => shown === "PARTIALLY_FULFILLED",
  [FulfillmentStatus.unshipped]: (shown) => orderFulfillmentLabel(shown) === "Pending",
  [FulfillmentStatus.hasPending]: (shown) =>
    shown === "PARTIALLY_FULFILLED" || orderFulfillmentLabel(shown) === "Pending",
};

export const fulfillmentTest = (status: FulfillmentStatus): StatusTest => {
  const test = fulfillmentTests[status];
  return (
    test && {
      holds: ({ displayFulfillmentStatus: shown }) => shown !== undefined && test(shown),
      fields: ["displayFulfillmentStatus"],
    }
  );
};

const hasInstant = (instant: string | null | undefined): boolean => instant !== null && instant !== undefined;

const orderTests: Readonly<Record<OrderStatus, StatusTest>> = {
  [OrderStatus.any]: null,
  [OrderStatus.open]: {
    holds: (order) => !hasInstant(order.cancelledAt) && !hasInstant(order.closedAt),
    fields: ["cancelledAt", "closedAt"],
  },
  [OrderStatus.closed]: {
    holds: (order) => !hasInstant(order.cancelledAt) && hasInstant(order.closedAt),
    fields: ["cancelledAt", "closedAt"],
  },
  [OrderStatus.cancelled]: { holds: (order) => hasInstant(order.cancelledAt), fields: ["cancelledAt"] },
};

export const orderStatusTest = (status: OrderStatus): StatusTest => orderTests[status];
