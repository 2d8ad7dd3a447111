import { z } from "zod";
import { FinancialStatus, FulfillmentStatus, OrderFilterView, OrderStatus } from "../enumerations.ts";

/** A filter in lists (part 1 section 3; the title is ours, for the rows). */
export const FilterItemData = z.strictObject({
  id: z.string(),
  title: z.string(),
  ordering: z.number(),
  order_filter_view: z.enum(OrderFilterView),
});
export type FilterItem = z.infer<typeof FilterItemData>;

/** A filter whole (part 1 section 3). A siever without values is left out. */
export const FilterData = FilterItemData.extend({
  financial_status: z.enum(FinancialStatus),
  fulfillment_status: z.enum(FulfillmentStatus),
  order_status: z.enum(OrderStatus),
  OrderSievers: z.array(z.strictObject({ Field: z.number(), Filter: z.array(z.string()) })),
});
export type Filter = z.infer<typeof FilterData>;

/**
 * Body of `filters/update-filter`: the filter as the page holds it, with the ETag it was read with in If-Match. View and ordering
 * are echoed, not changed. Values are judged by `domain/filters/validate.ts`, which names the field; here only the shape.
 */
export const UpdateFilterPayload = z.strictObject({
  id: z.string().min(1).max(100),
  // The rule about its length has words of its own; this only keeps out what no rule should look at.
  title: z.string().max(1_000),
  ordering: z.number().optional(),
  order_filter_view: z.enum(OrderFilterView),
  financial_status: z.enum(FinancialStatus),
  fulfillment_status: z.enum(FulfillmentStatus),
  order_status: z.enum(OrderStatus),
  OrderSievers: z.array(z.strictObject({ Field: z.number(), Filter: z.array(z.string()) })).max(100),
});
export type UpdateFilterPayload = z.infer<typeof UpdateFilterPayload>;

/** One line of the history of a filter or design, newest first. */
export const HistoryItemData = z.strictObject({
  /** What `restore` takes: the object as it was after this change. */
  Version: z.number(),
  /** ISO UTC. */
  At: z.string(),
  /** 'You', 'Sheaf support (…)' or 'Sheaf'. */
  By: z.string(),
  /** A whole sentence. */
  Sentence: z.string(),
  /** Whether a version to go back to stands here: false of the newest one and of a deletion. */
  CanRestore: z.boolean(),
  /** Of a restoration when the version was made that came back, ISO UTC; else null. */
  RestoredFrom: z.string().nullable(),
});
export type HistoryItem = z.infer<typeof HistoryItemData>;

/** A filter or design that was deleted and may be restored. */
export const DeletedItemData = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** ISO UTC. */
  DeletedAt: z.string(),
  /** The version to restore. */
  Version: z.number(),
});
export type DeletedItem = z.infer<typeof DeletedItemData>;

export const RestorePayload = z.strictObject({
  id: z.string().min(1).max(100),
  version: z.number().int().min(0),
});

/** Sentences about what could not be restored; empty when all was. */
export type Restored<Item> = { Item: Item; NotRestored: string[] };

/** What restoring a version would bring, before it is done. */
export type HistoryVersion<Item> = {
  /** The object as it would stand. */
  Item: Item;
  /** What would be another than now, a sentence each; empty when nothing would. */
  Changes: string[];
  /** Sentences about what could not be restored. */
  NotRestored: string[];
};
