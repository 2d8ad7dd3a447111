import type { Fulfillment, Order } from "./order.ts";
import { sortByTime } from "./sort-by-time.ts";

const unsent: ReadonlySet<string | undefined> = new Set(["CANCELLED", "ERROR", "FAILURE"]);

/** Fulfillments neither canceled nor failed, oldest first. */
export const sentFulfillments = ({ fulfillments }: Order): readonly Fulfillment[] =>
  sortByTime(
    (fulfillments ?? []).filter(({ status }) => !unsent.has(status)),
    ({ createdAt }) => createdAt,
  );

/** Read by {@link sentFulfillments}, as paths below Order. */
export const sentFulfillmentFields = ["fulfillments.status", "fulfillments.createdAt"] as const;
