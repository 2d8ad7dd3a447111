import { upperFirst } from "../text/first-letter.ts";
import type { FulfillmentLabel } from "./fulfillment-status.ts";

/**
 * An order's statuses on screens that aren't reports: the editor of filters, its sentences, lists of orders. Cells of
 * reports keep the words of their columns (S-2.3).
 */
const financialWords = {
  authorized: "Authorized",
  pending: "Pending",
  paid: "Paid",
  partially_paid: "Partially paid",
  refunded: "Refunded",
  voided: "Voided",
  partially_refunded: "Partially refunded",
  expired: "Expired",
} as const;

export const fulfillmentWords = {
  Pending: "Unshipped",
  partial: "Partially shipped",
  fulfilled: "Shipped",
  not_eligible: "Nothing to ship",
} as const satisfies Record<FulfillmentLabel, string>;

const wordIn = (words: Readonly<Record<string, string>>, status: string): string | undefined =>
  Object.hasOwn(words, status) ? words[status] : undefined;

/** Makes a status of the platform that has no word here readable: `on_hold` is `On hold`. */
const readable = (status: string): string => upperFirst(status.replaceAll("_", " "));

/** `status`: a value of the column FinancialStatus. */
export const financialWord = (status: string): string => wordIn(financialWords, status) ?? readable(status);

/** `status`: a value of the column FulfillmentStatus. */
export const fulfillmentWord = (status: string): string => wordIn(fulfillmentWords, status) ?? readable(status);
