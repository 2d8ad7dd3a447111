import { z } from "zod";

/** Suggested values for a filter field (ADR 53). */
export const SuggestionsData = z.strictObject({
  /** Most frequent first. `Orders`: number of the newest orders with the value; null if not counted. */
  Values: z.array(z.strictObject({ Value: z.string(), Orders: z.number().int().min(0).nullable() })),
  /** Number of newest orders read; null if the values come from elsewhere, or some of these orders can't be read. */
  OrdersRead: z.number().int().min(0).nullable(),
  /** True if the list has all values of these orders. It is cut at 200. */
  IsWhole: z.boolean(),
});
export type Suggestions = z.infer<typeof SuggestionsData>;
