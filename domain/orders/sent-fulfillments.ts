import type { Fulfillment, Order } from "./order.ts";
import { sortByTime } from "./sort-by-time.ts";

const unsent: ReadonlySet<string | undefined> = new Set(["CANCELLED", "ERROR", "FAILURE"]);

/** Fulfillments that were sent, oldest first: neither cancelled nor failed. */
export const sentFulfillments = ({ fulfillments }: Order): readonly Fulfillment[] =>
  sortByTime(
    (fulfillments ?? []).filter(({ status }) => !unsent.has(status)),
    ({ createdAt }) => createdAt,
  );

/** Fields that {@link sentFulfillments} reads, as paths below Order. */
export const sentFulfillmentFields = ["fulfillments.status", "fulfillments.createdAt"] as const;
