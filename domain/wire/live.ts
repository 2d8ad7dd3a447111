import { z } from "zod";
import { ChosenOrderId, PageFilters } from "./reports/reporting.ts";

/** What the live page chooses the orders of one report design by. */
export const LiveFilters = PageFilters;
export type LiveFilters = z.infer<typeof LiveFilters>;

/** Page state of the live page (S-2.3): the filters are kept for each design. `ReportId` is null where the shop has no design. */
export const LivePage = z.strictObject({ ReportId: z.string().nullable(), UserOrderFilters: LiveFilters });
export type LivePage = z.infer<typeof LivePage>;

/** The orders that a live report is to be of alone; none: those that the filters choose. */
export const LiveTablePayload = z.array(ChosenOrderId).max(10_000);

/** An order that the platform told of: its number, whether it is new or was changed, and when that was told (ISO instant). */
export const LiveArrival = z.strictObject({
  Id: z.string(),
  Kind: z.enum(["new", "changed"]),
  At: z.string(),
  /** Whether the report of the page would hold a new order; null: that is not known, and of orders that are not new. */
  InReport: z.boolean().nullable(),
});
export type LiveArrival = z.infer<typeof LiveArrival>;

export const LiveArrivals = z.strictObject({
  Orders: z.array(LiveArrival),
  /** So many more were new before these, which are not kept any more. Changes are not counted. */
  Missed: z.number(),
});
export type LiveArrivals = z.infer<typeof LiveArrivals>;
