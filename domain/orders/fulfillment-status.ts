import type { LineItem } from "./order.ts";

/** Words of the column FulfillmentStatus (S-2.3; ). */
export type FulfillmentLabel = "Pending" | "fulfilled" | "partial" | "not_eligible";

const labelsByStatus: Readonly<Record<string, FulfillmentLabel>> = {
  UNFULFILLED: "Pending",
  OPEN: "Pending",
  SCHEDULED: "Pending",
  ON_HOLD: "Pending",
  IN_PROGRESS: "Pending",
  PENDING_FULFILLMENT: "Pending",
  REQUEST_DECLINED: "Pending",
  RESTOCKED: "Pending",
  PARTIALLY_FULFILLED: "partial",
  FULFILLED: "fulfilled",
  FULFILLMENT_NOT_REQUIRED: "not_eligible",
};

/** Unknown platform statuses appear in lower case. */
export const orderFulfillmentLabel = (status: string | null | undefined): string | null =>
  status === null || status === undefined ? null : (labelsByStatus[status] ?? status.toLowerCase());

/** Units that were or will be sent: not those removed or canceled before, or that nobody sends. */
export const sendableUnits = ({ quantity, nonFulfillableQuantity }: LineItem): number | null =>
  quantity === undefined ? null : quantity - (nonFulfillableQuantity ?? 0);

/**
 * Derives a line's status from its units; null if unknown. Fulfilled: ordered, and neither waiting nor unfulfillable.
 */
export const lineFulfillmentLabel = (line: LineItem): FulfillmentLabel | null => {
  const { currentQuantity, unfulfilledQuantity, requiresShipping, isGiftCard } = line;
  const sendable = sendableUnits(line);
  if (sendable === null || unfulfilledQuantity === undefined) return null;
  const fulfilled = sendable - unfulfilledQuantity;
  if (fulfilled > 0) return unfulfilledQuantity === 0 ? "fulfilled" : "partial";
  if (currentQuantity === 0) return "not_eligible";
  const neverShipped = isGiftCard === true || requiresShipping === false;
  return neverShipped && unfulfilledQuantity === 0 ? "not_eligible" : "Pending";
};
