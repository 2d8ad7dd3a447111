import { z } from "zod";
import { ChosenOrderId, PageFilters } from "./reports/reporting.ts";

/** The live page's order selection for one report design. */
export const LiveFilters = PageFilters;
export type LiveFilters = z.infer<typeof LiveFilters>;

/** State of the live page (S-2.3): filters are kept per design. `ReportId`: null if the shop has no design. */
export const LivePage = z.strictObject({ ReportId: z.string().nullable(), UserOrderFilters: LiveFilters });
export type LivePage = z.infer<typeof LivePage>;

/** Orders to limit a live report to; empty: those that the filters select. */
export const LiveTablePayload = z.array(ChosenOrderId).max(10_000);

/** An order reported by the platform: its number, new or changed, and the time of the report (ISO instant). */
export const LiveArrival = z.strictObject({
  Id: z.string(),
  Kind: z.enum(["new", "changed"]),
  At: z.string(),
  /** True if the page's report would contain this new order; null if unknown, or for changed orders. */
  InReport: z.boolean().nullable(),
});
export type LiveArrival = z.infer<typeof LiveArrival>;

export const LiveArrivals = z.strictObject({
  Orders: z.array(LiveArrival),
  /** Number of earlier new orders that are no longer kept. Changes are not counted. */
  Missed: z.number(),
});
export type LiveArrivals = z.infer<typeof LiveArrivals>;
