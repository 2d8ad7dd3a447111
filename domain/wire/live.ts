import { z } from "zod";
import { ChosenOrderId, PageFilters } from "./reports/reporting.ts";

/** The live page's order selection for one report design. */
export const LiveFilters = PageFilters;
export type LiveFilters = z.infer<typeof LiveFilters>;

/** State of the live page (S-2.3): filters are kept per design. `ReportId`: null without designs. */
export const LivePage = z.strictObject({ ReportId: z.string().nullable(), UserOrderFilters: LiveFilters });
export type LivePage = z.infer<typeof LivePage>;

/** Limits a live report to these orders; empty: those that the filters select. */
export const LiveTablePayload = z.array(ChosenOrderId).max(10_000);

/** A new or changed order. `At`: ISO instant of the platform's report. */
export const LiveArrival = z.strictObject({
  Id: z.string(),
  Kind: z.enum(["new", "changed"]),
  At: z.string(),
  /** True if the page's report would have this new order; null if unknown, or for changed orders. */
  InReport: z.boolean().nullable(),
});
export type LiveArrival = z.infer<typeof LiveArrival>;

export const LiveArrivals = z.strictObject({
  Orders: z.array(LiveArrival),
  /** Earlier new orders, which are not kept. Changes don't count. */
  Missed: z.number(),
});
export type LiveArrivals = z.infer<typeof LiveArrivals>;
