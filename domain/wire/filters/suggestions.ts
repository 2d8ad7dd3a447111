import { z } from "zod";

/** Suggested values for a filter field (ADR 53). */
export const SuggestionsData = z.strictObject({
  /** Most frequent first. `Orders`: how many of the newest have the value; null if not counted. */
  Values: z.array(z.strictObject({ Value: z.string(), Orders: z.number().int().min(0).nullable() })),
  /** Newest orders read; null if values come from elsewhere, or some orders can't be read. */
  OrdersRead: z.number().int().min(0).nullable(),
  /** True if it has all values of these orders. The list is cut at 200. */
  IsWhole: z.boolean(),
});
export type Suggestions = z.infer<typeof SuggestionsData>;
