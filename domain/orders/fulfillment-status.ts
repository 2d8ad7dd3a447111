import type { LineItem } from "./order.ts";

/** The words of the column FulfillmentStatus (S-2.3; ). */
export type FulfillmentWord = "Pending" | "fulfilled" | "partial" | "not_eligible";

const words: Readonly<Record<string, FulfillmentWord>> = {
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

/** The order's word for the platform's `displayFulfillmentStatus`; one we do not know is shown as it is, in lower case. */
export const orderFulfillmentWord = (status: string | null | undefined): string | null =>
  status === null || status === undefined ? null : (words[status] ?? status.toLowerCase());

/** Units of a line that were sent or wait for it: not those that were removed or cancelled before, nor those that nobody sends. */
export const sendableUnits = ({ quantity, nonFulfillableQuantity }: LineItem): number | null =>
  quantity === undefined ? null : quantity - (nonFulfillableQuantity ?? 0);

/**
 * The line's word, from its units: fulfilled ones are those ordered that neither wait nor can no longer be fulfilled.
 * Null when the units are not known.
 */
export const lineFulfillmentWord = (line: LineItem): FulfillmentWord | null => {
  const { currentQuantity, unfulfilledQuantity, requiresShipping, isGiftCard } = line;
  const sendable = sendableUnits(line);
  if (sendable === null || unfulfilledQuantity === undefined) return null;
  const fulfilled = sendable - unfulfilledQuantity;
  if (fulfilled > 0) return unfulfilledQuantity === 0 ? "fulfilled" : "partial";
  if (currentQuantity === 0) return "not_eligible";
  const neverShipped = isGiftCard === true || requiresShipping === false;
  return neverShipped && unfulfilledQuantity === 0 ? "not_eligible" : "Pending";
};
